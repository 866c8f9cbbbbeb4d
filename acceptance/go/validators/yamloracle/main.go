// SPDX-License-Identifier: Apache-2.0

// Command yamloracle reads YAML documents as Linkerd's injector does: sigs.k8s.io/yaml, into a struct.
//
// Its input is JSON, a value per line: first the type of the struct, then a string for each document. It reads
// all of it, then writes a line of JSON for each document: an answer.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"

	"sigs.k8s.io/yaml"
)

// answer says what became of a document.
type answer struct {
	// Unreadable is why there is no JSON.
	Unreadable string `json:"unreadable,omitempty"`
	// JSON is what encoding/json gets to decode: numbers and bools are text where the struct has a string.
	JSON json.RawMessage `json:"json,omitempty"`
	// Misfit is why encoding/json cannot decode it into the struct.
	Misfit string `json:"misfit,omitempty"`
	// Decoded is the struct.
	Decoded any `json:"decoded,omitempty"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "yamloracle:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	asked, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	lines := json.NewDecoder(bytes.NewReader(asked))
	var described description
	if err := lines.Decode(&described); err != nil {
		return fmt.Errorf("no type in the first line: %w", err)
	}
	target, err := described.goType()
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(out)
	answers := json.NewEncoder(buffered)
	for lines.More() {
		var document string
		if err := lines.Decode(&document); err != nil {
			return err
		}
		if err := answers.Encode(read(document, target)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

func read(document string, target reflect.Type) answer {
	into := reflect.New(target)
	var raw json.RawMessage
	var broken error
	// The option is called with the decoder of the JSON that became of the document, before it is used.
	err := yaml.Unmarshal([]byte(document), into.Interface(), func(decoder *json.Decoder) *json.Decoder {
		broken = decoder.Decode(&raw)
		return json.NewDecoder(bytes.NewReader(raw))
	})
	switch {
	case broken != nil:
		return answer{Unreadable: broken.Error()}
	case raw == nil:
		return answer{Unreadable: err.Error()}
	case err != nil:
		return answer{JSON: raw, Misfit: err.Error()}
	default:
		return answer{JSON: raw, Decoded: into.Interface()}
	}
}
