// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	controlGroups = "/sys/fs/cgroup"
	// parentGroup holds the groups of all clusters.
	parentGroup = "linkerd-multus"
	// stopGrace is how long a supervisor may take to end a cluster before it is killed; it was seen to take less than two seconds.
	stopGrace = 20 * time.Second
	// busyGrace is how long a control group may stay busy after its last process was killed: until the kernel has reaped it.
	busyGrace = 10 * time.Second
	poll      = 20 * time.Millisecond
)

func controlGroupOf(name string) string {
	return filepath.Join(parentGroup, name)
}

// clearAway removes what outlives the processes of a cluster: its control groups and its state folder.
func clearAway(name, state string) error {
	return errors.Join(removeControlGroups(name), os.RemoveAll(state))
}

func removeControlGroups(name string) error {
	var problems []error
	for _, hierarchy := range hierarchies() {
		group := filepath.Join(hierarchy, controlGroupOf(name))
		if err := removeControlGroup(group); err != nil {
			problems = append(problems, err)
		}
		_ = os.Remove(filepath.Dir(group)) // stays while another cluster's is in it
	}
	return errors.Join(problems...)
}

func removeControlGroup(root string) error {
	var groups []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			groups = append(groups, path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	deadline := time.Now().Add(busyGrace)
	for _, group := range slices.Backward(groups) {
		for {
			err := unix.Rmdir(group)
			if err == nil || errors.Is(err, unix.ENOENT) {
				break
			}
			if !errors.Is(err, unix.EBUSY) || time.Now().After(deadline) {
				return &os.PathError{Op: "remove control group", Path: group, Err: err}
			}
			time.Sleep(poll)
		}
	}
	return nil
}

// hierarchies returns the roots of the machine's control groups: several with version 1, one with version 2.
func hierarchies() []string {
	if _, err := os.Stat(filepath.Join(controlGroups, "cgroup.procs")); err == nil {
		return []string{controlGroups}
	}
	entries, _ := os.ReadDir(controlGroups)
	var roots []string
	for _, entry := range entries {
		root := filepath.Join(controlGroups, entry.Name())
		if _, err := os.Stat(filepath.Join(root, "cgroup.procs")); err == nil && entry.IsDir() {
			roots = append(roots, root)
		}
	}
	return roots
}

// down ends a cluster from outside and removes what is left of it, also when nothing of it runs any more.
func down(state string) error {
	if err := endSupervisors(state); err != nil {
		return err
	}
	preparing, err := lockFile(filepath.Join(state, preparingLock))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("somebody is just starting this cluster: %w", err)
	}
	defer preparing.Close()
	return clearAway(filepath.Base(state), state)
}

// endSupervisors asks both halves to end until neither is there, and insists in the end.
func endSupervisors(state string) error {
	deadline := time.Now().Add(stopGrace)
	insist := time.Now().Add(stopGrace / 2)
	asked := map[int]unix.Signal{}
	for {
		pids := supervisorsOf(state)
		if len(pids) == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("processes %v do not end", pids)
		}
		sig := unix.SIGTERM
		if time.Now().After(insist) {
			sig = unix.SIGKILL
		}
		// The outer half comes first, and takes the inner one along.
		if asked[pids[0]] != sig {
			asked[pids[0]] = sig
			_ = unix.Kill(pids[0], sig)
		}
		time.Sleep(poll)
	}
}

// supervisorsOf returns the cluster's supervising processes, the outer one first. They are known by their command line:
// a pid from a file may be another process' by now.
func supervisorsOf(state string) []int {
	matches, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var outer, inner []int
	for _, match := range matches {
		content, err := os.ReadFile(match)
		if err != nil {
			continue // it ended meanwhile
		}
		arguments := strings.Split(strings.TrimSuffix(string(content), "\x00"), "\x00")
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(match)))
		if err != nil || len(arguments) != 3 || filepath.Dir(arguments[2]) != state {
			continue
		}
		switch arguments[1] {
		case "run":
			outer = append(outer, pid)
		case "inner":
			inner = append(inner, pid)
		}
	}
	return append(outer, inner...)
}

// Report is what the inner process tells the outer one when everything is started; pids are the inner namespace's.
type Report struct {
	Nodes map[string]int `json:"nodes"`
}

func (r Report) send(to *os.File) error {
	defer to.Close()
	return json.NewEncoder(to).Encode(r)
}
