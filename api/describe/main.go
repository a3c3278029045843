// Command describe writes the description of the API. It reads operations.yaml, where people write paths, parameters
// and words, adds the answers that follow from what an operation is, and the schemas of the Go types that are read and
// written, and prints an OpenAPI 3.1 document. With -server it prints what a server of it is generated from: the
// operations with their parameters, without bodies and answers, whose types the program has.
package main

import (
	"flag"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"
)

func main() {
	server := flag.Bool("server", false, "print what the server is generated from")
	root := flag.String("root", ".", "folder of the sources, whose comments are read")
	flag.Parse()
	if err := run(flag.Arg(0), *root, *server); err != nil {
		fmt.Fprintln(os.Stderr, "describe:", err)
		os.Exit(1)
	}
}

func run(file, root string, server bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return err
	}
	top := doc.Content[0]
	address(top)
	put(get(get(get(top, "components"), "schemas"), "Language"), "enum", languages())
	if server {
		strip(top)
	} else {
		complete(top)
		if err := newSchemas(root).addTo(top); err != nil {
			return err
		}
		doc.HeadComment = "# Written by make generate, from operations.yaml and from the types in Go. Do not edit."
	}
	out := yaml.NewEncoder(os.Stdout)
	out.SetIndent(2)
	return out.Encode(&doc)
}
