package main

import "go.yaml.in/yaml/v3"

// get returns the value of a key in a mapping, nil if there is none.
func get(m *yaml.Node, key string) *yaml.Node {
	for i := 0; m != nil && i < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return m.Content[i+1]
		}
	}
	return nil
}

// put sets the value of a key in a mapping and returns the node of the key.
func put(m *yaml.Node, key string, value *yaml.Node) *yaml.Node {
	for i := 0; i < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			m.Content[i+1] = value
			return m.Content[i]
		}
	}
	k := scalar(key)
	m.Content = append(m.Content, k, value)
	return k
}

// remove removes a key of a mapping.
func remove(m *yaml.Node, key string) {
	for i := 0; i < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			m.Content = append(m.Content[:i:i], m.Content[i+2:]...)
			return
		}
	}
}

// keys returns the keys of a mapping, in order.
func keys(m *yaml.Node) []string {
	var names []string
	for i := 0; i < len(m.Content); i += 2 {
		names = append(names, m.Content[i].Value)
	}
	return names
}

// scalar returns the node of a text, a number or a truth value.
func scalar(v any) *yaml.Node {
	n := new(yaml.Node)
	if err := n.Encode(v); err != nil {
		panic(err) // no such value is written here
	}
	return n
}

// mapping returns a mapping of keys, which are texts, and values, which are nodes, in turn.
func mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i < len(pairs); i += 2 {
		put(m, pairs[i].(string), pairs[i+1].(*yaml.Node))
	}
	return m
}

func sequence(items ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Content: items}
}

// flow makes a node one line.
func flow(n *yaml.Node) *yaml.Node {
	n.Style = yaml.FlowStyle
	return n
}

// reference refers to a part of the components, such as "schemas/Event".
func reference(part string) *yaml.Node {
	return flow(mapping("$ref", scalar("#/components/"+part)))
}

// merge puts what is written by hand over what is generated: mappings key by key, all else as a whole. A type written by
// hand stands in the place of a reference, and the other way round.
func merge(generated, hand *yaml.Node) {
	for i := 0; i < len(hand.Content); i += 2 {
		key, said := hand.Content[i].Value, hand.Content[i+1]
		there := get(generated, key)
		if there != nil && there.Kind == yaml.MappingNode && said.Kind == yaml.MappingNode {
			if get(said, "type") != nil {
				remove(there, "$ref")
				remove(there, "allOf")
			}
			if get(said, "$ref") != nil {
				remove(there, "type")
			}
			merge(there, said)
		} else {
			put(generated, key, said)
		}
	}
}
