// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	supervisorLock = "supervisor.lock"
	// preparingLock is held by whoever writes the folder before there is a supervisor.
	preparingLock = "preparing.lock"
	stateFile     = "supervisor.json"
)

// State is what others need to reach into a running cluster; all pids are the machine's.
type State struct {
	Supervisor int            `json:"supervisor"`
	Inner      int            `json:"inner"`
	Listen     string         `json:"listen"`
	Started    time.Time      `json:"started"`
	Nodes      map[string]int `json:"nodes"`
}

func (s State) write(folder string) error {
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	temporary := filepath.Join(folder, stateFile+".new")
	if err := os.WriteFile(temporary, append(content, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, filepath.Join(folder, stateFile))
}

// lockFile takes a lock that the kernel gives back when the last process that holds the file has ended.
// It conflicts with the locks of java.nio.channels.FileChannel.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	if err := unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &lock); err != nil {
		file.Close()
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return file, nil
}

// lockOwner returns the pid of the process that holds the lock, 0 when nobody does, and -1 when it is one of ours.
func lockOwner(path string) (int, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lock := unix.Flock_t{Type: unix.F_WRLCK}
	if err := unix.FcntlFlock(file.Fd(), unix.F_OFD_GETLK, &lock); err != nil {
		return 0, &os.PathError{Op: "query lock", Path: path, Err: err}
	}
	if lock.Type == unix.F_UNLCK {
		return 0, nil
	}
	return int(lock.Pid), nil
}

// childrenOf returns the machine's pids of a process' children, by their pid inside the namespace of depth 1.
func childrenOf(parent int) (map[int]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	children := map[int]int{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		status, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "status"))
		if err != nil {
			continue // it ended meanwhile
		}
		if fields := statusFields(string(status)); fields.parent == parent && len(fields.nested) > 1 {
			children[fields.nested[1]] = pid
		}
	}
	return children, nil
}

type processStatus struct {
	parent int
	// nested are the process' pids from the reader's namespace down to its own.
	nested []int
}

func statusFields(status string) processStatus {
	var result processStatus
	for line := range strings.Lines(status) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch key {
		case "PPid":
			result.parent, _ = strconv.Atoi(strings.TrimSpace(value))
		case "NSpid":
			for _, field := range strings.Fields(value) {
				if pid, err := strconv.Atoi(field); err == nil {
					result.nested = append(result.nested, pid)
				}
			}
		}
	}
	return result
}

var errNotAlive = errors.New("no supervisor")

func alive(folder string) error {
	owner, err := lockOwner(filepath.Join(folder, supervisorLock))
	if err != nil {
		return err
	}
	if owner == 0 {
		return errNotAlive
	}
	return nil
}

// readState returns what the supervisor wrote when it was up.
func readState(folder string) (State, error) {
	var state State
	content, err := os.ReadFile(filepath.Join(folder, stateFile))
	if err != nil {
		return state, err
	}
	if err := json.Unmarshal(content, &state); err != nil {
		return state, fmt.Errorf("%s: %w", stateFile, err)
	}
	return state, nil
}
