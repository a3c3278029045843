package main

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// operations calls f with the path and the node of each operation.
func operations(top *yaml.Node, f func(path string, operation *yaml.Node)) {
	paths := get(top, "paths")
	for i := 0; i < len(paths.Content); i += 2 {
		item := paths.Content[i+1]
		for j := 0; j < len(item.Content); j += 2 {
			if item.Content[j].Value != "parameters" {
				f(paths.Content[i].Value, item.Content[j+1])
			}
		}
	}
}

// complete adds the answers that an operation has for what it is: with a token, with something named in its path,
// with a body. Answers are then in the order of their statuses.
func complete(top *yaml.Node) {
	operations(top, func(path string, operation *yaml.Node) {
		answers := get(operation, "responses")
		add := func(status, response string) {
			if get(answers, status) == nil {
				put(answers, status, reference("responses/"+response)).Style = yaml.DoubleQuotedStyle
			}
		}
		if security := get(operation, "security"); security == nil || len(security.Content) > 0 {
			add("401", "Unauthenticated")
			add("429", "TooManyRequests")
			add("500", "ServerFault")
			add("503", "Unavailable")
		}
		if strings.Contains(path, "{") {
			add("404", "NotFound")
		}
		if get(operation, "requestBody") != nil {
			add("400", "BadRequest")
			add("413", "TooLarge")
			add("415", "MediaType")
		}
		pairs := slices.Collect(slices.Chunk(answers.Content, 2))
		slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return cmp.Compare(a[0].Value, b[0].Value) })
		answers.Content = slices.Concat(pairs...)
	})
}

// strip removes what the server does not read: bodies, answers, and the schemas of both.
func strip(top *yaml.Node) {
	operations(top, func(_ string, operation *yaml.Node) {
		remove(operation, "requestBody")
		put(operation, "responses", flow(mapping("default", mapping("description", scalar("")))))
	})
	components := get(top, "components")
	remove(components, "responses")
	remove(components, "headers")
	dropUnused(top)
}

// dropUnused removes the schemas to which nothing refers any more.
func dropUnused(top *yaml.Node) {
	schemas := get(get(top, "components"), "schemas")
	for left := -1; left != len(schemas.Content); {
		left = len(schemas.Content)
		named := map[string]bool{}
		references(top, named)
		for _, name := range keys(schemas) {
			if !named[name] {
				remove(schemas, name)
			}
		}
	}
}

// references adds the schemas to which a node refers.
func references(n *yaml.Node, named map[string]bool) {
	if n.Kind == yaml.MappingNode {
		if ref := get(n, "$ref"); ref != nil {
			if name, ok := strings.CutPrefix(ref.Value, "#/components/schemas/"); ok {
				named[name] = true
			}
		}
	}
	for _, below := range n.Content {
		references(below, named)
	}
}
