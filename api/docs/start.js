// Shows openapi.yaml. Nothing is asked of any other host: no validator, no
// fonts, no measuring.
SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#description",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
