// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// File descriptors that the inner process is started with.
const (
	listenerDescriptor = 3 + iota
	lifeDescriptor
	reportDescriptor
	lockDescriptor
)

// outer is the part of the supervisor that is in the machine's namespaces.
type outer struct {
	spec     *Spec
	specPath string
	listener *net.TCPListener
	lock     *os.File
}

func runOuter(specPath string) error {
	spec, err := readSpec(specPath)
	if err != nil {
		return err
	}
	// A terminal's Ctrl-C is for whoever started this. It fails only where this already leads a session.
	_, _ = unix.Setsid()
	lock, err := lockFile(filepath.Join(spec.State, supervisorLock))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", spec.Listen)
	if err != nil {
		return err
	}
	o := &outer{spec, specPath, listener.(*net.TCPListener), lock}
	err = o.run()
	return errors.Join(err, clearAway(spec.Name, spec.State))
}

func (o *outer) run() error {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	tether := make(chan error, 1)
	go func() { tether <- watchTether(os.Stdin) }()
	life, lifeEnd, err := os.Pipe()
	if err != nil {
		return err
	}
	defer lifeEnd.Close()
	reports, report, err := os.Pipe()
	if err != nil {
		return err
	}
	inner, err := o.startInner(life, report)
	if err != nil {
		return err
	}
	life.Close()
	report.Close()
	go o.publish(reports, inner.Process.Pid)
	ended := make(chan error, 1)
	go func() { ended <- inner.Wait() }()
	for {
		select {
		case err := <-ended:
			return fmt.Errorf("the cluster ended by itself: %w", err)
		case err := <-tether:
			if err == nil {
				continue // detached: only a signal ends it now
			}
		case <-ends:
		}
		_ = inner.Process.Kill()
		<-ended
		return nil
	}
}

func (o *outer) startInner(life, report *os.File) (*exec.Cmd, error) {
	accepting, err := o.listener.File()
	if err != nil {
		return nil, err
	}
	defer accepting.Close()
	inner := exec.Command("/proc/self/exe", "inner", o.specPath)
	inner.Stdout, inner.Stderr = os.Stdout, os.Stderr
	inner.ExtraFiles = []*os.File{accepting, life, report, o.lock}
	inner.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
	}
	return inner, inner.Start()
}

// publish writes the state file once the inner process has said that everything is started.
func (o *outer) publish(reports *os.File, inner int) {
	var started Report
	if err := json.NewDecoder(reports).Decode(&started); err != nil {
		return // it ended before; the wait for it says so
	}
	children, err := childrenOf(inner)
	if err != nil {
		fmt.Fprintln(os.Stderr, "supervise: cannot find the nodes' processes:", err)
		return
	}
	state := State{os.Getpid(), inner, o.listener.Addr().String(), time.Now().UTC(), map[string]int{}}
	for node, pid := range started.Nodes {
		state.Nodes[node] = children[pid]
	}
	if err := state.write(o.spec.State); err != nil {
		fmt.Fprintln(os.Stderr, "supervise: cannot write the state:", err)
	}
}

var errTetherBroken = errors.New("stdin ended")

// watchTether returns nil when this process is to live on without whoever started it, and an error when that one is gone.
func watchTether(stdin io.Reader) error {
	lines := bufio.NewScanner(stdin)
	for lines.Scan() {
		if lines.Text() == "detach" {
			return nil
		}
	}
	return errTetherBroken
}
