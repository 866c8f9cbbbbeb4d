// SPDX-License-Identifier: Apache-2.0

package copyfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCopiesToAFolderAndToAName(t *testing.T) {
	folder := t.TempDir()
	source := filepath.Join(folder, "linkerd-cni")
	if err := os.WriteFile(source, []byte("program"), 0o755); err != nil {
		t.Fatal(err)
	}
	into := filepath.Join(folder, "plugin")
	if err := os.Mkdir(into, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{into, filepath.Join(into, "other"), into} {
		if code := Main([]string{"-f", source, target}); code != 0 {
			t.Errorf("to %s: exit code %d", target, code)
		}
	}
	for _, name := range []string{"linkerd-cni", "other"} {
		content, err := os.ReadFile(filepath.Join(into, name))
		if err != nil || string(content) != "program" {
			t.Errorf("%s: %q, %v", name, content, err)
		}
		if info, err := os.Stat(filepath.Join(into, name)); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestSaysWhenItCannot(t *testing.T) {
	folder := t.TempDir()
	for _, arguments := range [][]string{
		{}, {folder}, {filepath.Join(folder, "absent"), folder}, {folder, filepath.Join(folder, "x")},
	} {
		if code := Main(arguments); code == 0 {
			t.Errorf("%v: exit code 0", arguments)
		}
	}
}
