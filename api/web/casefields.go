package web

import (
	"reflect"
	"strconv"
	"strings"
)

// field returns the field of a value at a path of the names that it has in JSON, and of numbers of elements. With grow, what is
// missing on the way is made; without, what JSON would leave out is the zero Value.
func field(of reflect.Value, path string, grow bool) reflect.Value {
	for step := range strings.SplitSeq(path, ".") {
		for of.Kind() == reflect.Pointer {
			if of.IsNil() && grow {
				of.Set(reflect.New(of.Type().Elem()))
			}
			of = of.Elem()
		}
		switch of.Kind() {
		case reflect.Struct:
			of = named(of, step, grow)
		case reflect.Slice:
			i, err := strconv.Atoi(step)
			if grow && i == of.Len() {
				of.Set(reflect.Append(of, reflect.Zero(of.Type().Elem())))
			}
			if err != nil || i >= of.Len() {
				return reflect.Value{}
			}
			of = of.Index(i)
		default:
			return reflect.Value{}
		}
	}
	return of
}

// named returns the field of a struct that has a name in JSON; unless all is set, the zero Value for one that JSON would leave out.
func named(of reflect.Value, name string, all bool) reflect.Value {
	for _, f := range reflect.VisibleFields(of.Type()) {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if at := of.FieldByIndex(f.Index); tag == name && !f.Anonymous && (all || options == "" || !at.IsZero()) {
			return at
		}
	}
	return reflect.Value{}
}

// fill sets a field to what was typed.
func fill(to, typed reflect.Value) {
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		fill(to.Elem(), typed)
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), typed.Len(), typed.Len()))
		for i := range typed.Len() {
			fill(to.Index(i), typed.Index(i))
		}
	default:
		to.Set(typed.Convert(to.Type()))
	}
}
