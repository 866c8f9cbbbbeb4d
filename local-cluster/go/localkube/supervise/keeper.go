// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// restartDelay keeps a program that fails at once from taking the machine.
	restartDelay = time.Second
	dialTimeout  = 5 * time.Second
)

// keeper is what pid 1 has to be: it starts processes, starts them again when they end, and reaps everybody's orphans.
type keeper struct {
	mutex    sync.Mutex
	children map[int]func(status string)
	ending   bool
}

func newKeeper() *keeper {
	k := &keeper{children: map[int]func(string){}}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGCHLD)
	go func() {
		for range signals {
			k.reap()
		}
	}()
	return k
}

// start runs a program; ended is called with a description of its exit. The command's path is not searched for.
func (k *keeper) start(command []string, attributes *os.ProcAttr, ended func(string)) (int, error) {
	k.mutex.Lock() // held until the child is known, so that it cannot be reaped before
	defer k.mutex.Unlock()
	if k.ending {
		return 0, errors.New("the cluster is ending")
	}
	process, err := os.StartProcess(command[0], command, attributes)
	if err != nil {
		return 0, err
	}
	pid := process.Pid
	_ = process.Release() // reaped below, with the orphans
	k.children[pid] = ended
	return pid, nil
}

func (k *keeper) reap() {
	for {
		k.mutex.Lock()
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, unix.WNOHANG, nil)
		ended := k.children[pid]
		delete(k.children, pid)
		k.mutex.Unlock()
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if pid <= 0 || err != nil {
			return
		}
		if ended != nil {
			go ended(describe(status))
		}
	}
}

func describe(status unix.WaitStatus) string {
	if status.Signaled() {
		return "signal " + status.Signal().String()
	}
	return fmt.Sprintf("exit code %d", status.ExitStatus())
}

// keep starts a process once what it waits for answers, and again whenever it has ended.
func (k *keeper) keep(process Process, log *os.File) {
	go func() {
		if process.After != "" {
			await(process.After)
		}
		for {
			ended := make(chan string, 1)
			executable, err := find(process)
			if err == nil {
				_, err = k.start(append([]string{executable}, process.Command[1:]...), &os.ProcAttr{
					Dir:   "/",
					Env:   process.Environment,
					Files: []*os.File{nil, log, log},
					Sys:   &syscall.SysProcAttr{Setsid: true},
				}, func(status string) { ended <- status })
			}
			if err != nil {
				ended <- err.Error()
			}
			fmt.Fprintf(log, "supervise: %s ended: %s\n", process.Name, <-ended)
			time.Sleep(restartDelay)
		}
	}()
}

// find looks a program up in the PATH that it will have itself.
func find(process Process) (string, error) {
	name := process.Command[0]
	if filepath.IsAbs(name) {
		return name, nil
	}
	for _, variable := range process.Environment {
		if path, isPath := strings.CutPrefix(variable, "PATH="); isPath {
			for _, folder := range filepath.SplitList(path) {
				candidate := filepath.Join(folder, name)
				if unix.Access(candidate, unix.X_OK) == nil {
					return candidate, nil
				}
			}
		}
	}
	return "", fmt.Errorf("%s is not on its PATH", name)
}

// await returns when somebody answers at a TCP address, a unix socket's path or a URL; there is no deadline, since whoever
// started the cluster has one.
func await(address string) {
	for !answers(address) {
		time.Sleep(poll)
	}
}

// probe does not verify certificates: it only asks whether it is time, and tells nothing.
var probe = &http.Client{
	Timeout:   dialTimeout,
	Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true},
}

func answers(address string) bool {
	if strings.HasPrefix(address, "https://") {
		response, err := probe.Get(address)
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	}
	network := "tcp"
	if filepath.IsAbs(address) {
		network = "unix"
	}
	connection, err := net.DialTimeout(network, address, dialTimeout)
	if err != nil {
		return false
	}
	connection.Close()
	return true
}

// endAll kills every process of the namespace but this one, and returns when they are reaped.
func (k *keeper) endAll() {
	k.mutex.Lock()
	k.ending = true
	k.mutex.Unlock()
	for {
		if err := unix.Kill(-1, unix.SIGKILL); errors.Is(err, unix.ESRCH) {
			return
		}
		k.reap()
		time.Sleep(poll)
	}
}
