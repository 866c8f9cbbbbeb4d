// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// description is a Go type: a basic one by its name, or what it is made of.
type description struct {
	Basic   string                 `json:"basic"`
	Fields  map[string]description `json:"fields"`
	Pointer bool                   `json:"pointer"`
	List    *description           `json:"list"`
	Map     *description           `json:"map"`
}

// embedded is the name of the types of fields that a struct has from a pointer to another one, in which it is embedded.
const embedded = "embedded"

var basics = map[string]reflect.Type{
	"any":     reflect.TypeFor[any](),
	"bool":    reflect.TypeFor[bool](),
	embedded:  reflect.TypeFor[string](),
	"float32": reflect.TypeFor[float32](),
	"float64": reflect.TypeFor[float64](),
	"int32":   reflect.TypeFor[int32](),
	"int64":   reflect.TypeFor[int64](),
	"string":  reflect.TypeFor[string](),
	"uint":    reflect.TypeFor[uint64](),
}

func (d description) goType() (reflect.Type, error) {
	switch {
	case d.List != nil:
		element, err := d.List.goType()
		if err != nil {
			return nil, err
		}
		return reflect.SliceOf(element), nil
	case d.Map != nil:
		value, err := d.Map.goType()
		if err != nil {
			return nil, err
		}
		return reflect.MapOf(reflect.TypeFor[string](), value), nil
	case d.Fields != nil:
		made, err := d.structType()
		if err == nil && d.Pointer {
			made = reflect.PointerTo(made)
		}
		return made, err
	default:
		basic, ok := basics[d.Basic]
		if !ok {
			return nil, fmt.Errorf("no type %q", d.Basic)
		}
		return basic, nil
	}
}

func (d description) structType() (reflect.Type, error) {
	var own, inner []reflect.StructField
	for name, described := range d.Fields {
		made, err := described.goType()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		tag, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		field := reflect.StructField{Type: made, Tag: reflect.StructTag("json:" + string(tag))}
		if described.Basic == embedded {
			inner = append(inner, field)
		} else {
			own = append(own, field)
		}
	}
	if inner != nil {
		own = append(own, reflect.StructField{
			Name: "Embedded", Anonymous: true, Type: reflect.PointerTo(reflect.StructOf(named(inner)))})
	}
	return reflect.StructOf(named(own)), nil
}

// named gives the fields names, in the order of their tags.
func named(fields []reflect.StructField) []reflect.StructField {
	slices.SortFunc(fields, func(a, b reflect.StructField) int {
		if a.Tag < b.Tag {
			return -1
		}
		return 1
	})
	for number := range fields {
		if !fields[number].Anonymous {
			fields[number].Name = fmt.Sprintf("F%d", number)
		}
	}
	return fields
}
