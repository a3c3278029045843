package complaint

import (
	"encoding/json"
	"reflect"
)

// Reword returns the case with every text that people wrote in it changed, as a copy for readers from which names are left out:
// names, numbers and prose. Words of the procedure (kinds, states, answers, roles) and instants stay. change gets the number of
// the entry, too. What cannot be written again is an error.
func (c Case) Reword(change func(entry int64, text string) string) (Case, error) {
	reworded := make([]read, len(c.entries))
	for i, e := range c.entries {
		reworded[i] = e
		if e.says == nil {
			continue
		}
		says := NewBody(e.Kind)
		if err := json.Unmarshal(e.Body, says); err != nil {
			return Case{}, err
		}
		reword(reflect.ValueOf(says), func(text string) string { return change(e.Seq, text) })
		reworded[i] = e.saying(says)
	}
	c.entries = reworded
	return c, nil
}

// reword changes the strings in a value. Those with a type of their own are words of the procedure.
func reword(v reflect.Value, change func(string) string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			reword(v.Elem(), change)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				reword(v.Field(i), change)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			reword(v.Index(i), change)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(change(v.String()))
		}
	}
}
