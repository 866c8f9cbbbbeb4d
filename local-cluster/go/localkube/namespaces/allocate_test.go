// SPDX-License-Identifier: Apache-2.0

package namespaces

import "testing"

func TestTakesTheLowestFreeBlock(t *testing.T) {
	cases := []struct {
		name   string
		ranges []string
		want   int
	}{
		{"none taken", nil, 65},
		{"the first taken", []string{"1000650000/10000"}, 66},
		{"a gap", []string{"1000650000/10000", "1000670000/10000"}, 66},
		{"a range over two blocks", []string{"1000655000-1000665000"}, 67},
		{"somebody's own range elsewhere", []string{"1000/10000", "500-400", "nonsense", ""}, 65},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := lowestFree(c.ranges)
			if err != nil || got != c.want {
				t.Errorf("lowestFree(%q) = %d, %v; want %d", c.ranges, got, err, c.want)
			}
		})
	}
}

func TestWritesWhatOpenShiftWrites(t *testing.T) {
	annotations := annotationsOf(66)
	for key, want := range map[string]string{
		"openshift.io/sa.scc.uid-range":           "1000660000/10000",
		"openshift.io/sa.scc.supplemental-groups": "1000660000/10000",
		"openshift.io/sa.scc.mcs":                 "s0:c26,c5",
	} {
		if annotations[key] != want {
			t.Errorf("%s = %q, want %q", key, annotations[key], want)
		}
	}
}
