// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"
)

const described = `{"pointer":true,"fields":{"proxy":{"pointer":true,"fields":{"uid":{"basic":"int64"},` +
	`"version":{"basic":"string"}}},"hook":{"fields":{"keyPEM":{"basic":"embedded"}}},` +
	`"labels":{"map":{"basic":"string"}},"list":{"list":{"basic":"any"}}}}`

func TestAnswersAsTheInjectorReads(t *testing.T) {
	cases := map[string]string{
		`"proxy: {UID: 010, version: 1.10}"`: `"json":{"proxy":{"UID":8,"version":"1.1"}},"decoded":{`,
		`"labels: {a: 1}\nlist: [1]"`:        `"json":{"labels":{"a":"1"},"list":[1]},"decoded":{`,
		`"hook: {keyPEM: a}"`:                `"json":{"hook":{"keyPEM":"a"}},"decoded":{`,
		`"hook: {keyPEM: 1}"`:                `"misfit":`,
		`"proxy: {uid: x}"`:                  `"misfit":`,
		`"- 1"`:                              `"misfit":`,
		`"a: ["`:                             `{"unreadable":`,
		`""`:                                 `{"json":null,"decoded":`,
	}
	for document, want := range cases {
		var out strings.Builder
		if err := run(strings.NewReader(described+"\n"+document+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s, want %s", document, out.String(), want)
		}
	}
}

func TestEndsWithoutAType(t *testing.T) {
	for _, asked := range []string{"", "{}", `{"basic":"complex"}`} {
		if err := run(strings.NewReader(asked), &strings.Builder{}); err == nil {
			t.Errorf("took %q", asked)
		}
	}
}
