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

// address adds to each path the parameters that it names and the components have, before those that it says itself.
func address(top *yaml.Node) {
	shared := map[string]*yaml.Node{}
	parameters := get(get(top, "components"), "parameters")
	for _, name := range keys(parameters) {
		if p := get(parameters, name); get(p, "in").Value == "path" {
			shared[get(p, "name").Value] = reference("parameters/" + name)
		}
	}
	paths := get(top, "paths")
	for i := 0; i < len(paths.Content); i += 2 {
		item := paths.Content[i+1]
		var all []*yaml.Node
		for part := range strings.SplitSeq(paths.Content[i].Value, "/") {
			name, named := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{")
			if named && shared[name] != nil {
				all = append(all, shared[name])
			}
		}
		if own := get(item, "parameters"); own != nil {
			all = append(all, own.Content...)
		}
		if len(all) > 0 {
			put(item, "parameters", sequence(all...))
		}
	}
}

// asks reports whether an operation reads one of the shared parameters.
func asks(operation *yaml.Node, parameter string) bool {
	all := get(operation, "parameters")
	return all != nil && slices.ContainsFunc(all.Content, func(p *yaml.Node) bool {
		ref := get(p, "$ref")
		return ref != nil && ref.Value == "#/components/parameters/"+parameter
	})
}

// complete adds the answers that an operation has for what it is: with a token, with something named in its path,
// with parameters, with a body. Answers are then in the order of their statuses. A problem is written with its example alone.
func complete(top *yaml.Node) {
	answers := get(get(top, "components"), "responses")
	for _, name := range keys(answers) {
		if answer := get(answers, name); get(answer, "example") != nil {
			problem := mapping("schema", reference("schemas/Problem"), "example", get(answer, "example"))
			remove(answer, "example")
			put(answer, "content", mapping("application/problem+json", problem))
		}
	}
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
		if asks(operation, "IfNoneMatch") {
			add("304", "NotModified")
		}
		if asks(operation, "IfMatch") {
			add("412", "Changed")
			add("428", "IfMatchMissing")
		}
		if asks(operation, "Format") {
			add("406", "NotAcceptable")
			forms(get(get(answers, "200"), "content"))
		}
		if get(operation, "parameters") != nil {
			add("400", "BadRequest")
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

// forms adds the forms that every document has beside its JSON.
func forms(content *yaml.Node) {
	if get(content, "text/html") == nil {
		put(content, "text/html", mapping("schema", flow(mapping("type", scalar("string"))), "example", scalar("<!doctype html>")))
	}
	put(content, "application/pdf", flow(mapping("schema", mapping("type", scalar("string"), "format", scalar("binary")))))
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
