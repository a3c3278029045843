package api

import _ "embed" // for the description below

// description is openapi.yaml: what this package promises.
//
//go:embed openapi.yaml
var description []byte
