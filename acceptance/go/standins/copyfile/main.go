// SPDX-License-Identifier: Apache-2.0

// Package copyfile is cp as far as an init container needs it, for images that have nothing else in them.
package copyfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Main copies files, with their modes, to a folder or to another name. Options are accepted and change nothing: modes
// are kept, and targets are replaced, in any case.
func Main(arguments []string) int {
	var paths []string
	for _, argument := range arguments {
		if !strings.HasPrefix(argument, "-") {
			paths = append(paths, argument)
		}
	}
	if len(paths) < 2 {
		fmt.Fprintln(os.Stderr, "usage: cp FILE... TARGET")
		return 2
	}
	last := len(paths) - 1
	if err := copyAll(paths[:last], paths[last]); err != nil {
		fmt.Fprintln(os.Stderr, "cp:", err)
		return 1
	}
	return 0
}

func copyAll(files []string, target string) error {
	info, err := os.Stat(target)
	folder := err == nil && info.IsDir()
	if !folder && len(files) > 1 {
		return fmt.Errorf("%s is not a folder", target)
	}
	for _, file := range files {
		to := target
		if folder {
			to = filepath.Join(target, filepath.Base(file))
		}
		if err := copyFile(file, to); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", from)
	}
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	if _, err := io.Copy(target, source); err != nil {
		return err
	}
	return target.Chmod(info.Mode().Perm())
}
