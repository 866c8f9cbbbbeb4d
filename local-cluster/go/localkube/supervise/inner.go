// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// inner is pid 1 of the cluster: control plane processes are its children, nodes are as well.
type inner struct {
	spec    *Spec
	keeper  *keeper
	scratch string
}

func runInner(specPath string) error {
	spec, err := readSpec(specPath)
	if err != nil {
		return err
	}
	for _, descriptor := range []int{listenerDescriptor, lifeDescriptor, reportDescriptor, lockDescriptor} {
		unix.CloseOnExec(descriptor)
	}
	i := &inner{spec, newKeeper(), filepath.Join(spec.State, "scratch")}
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM)
	orphaned := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.NewFile(lifeDescriptor, "life"))
		close(orphaned)
	}()
	if err := i.start(specPath); err != nil {
		return err
	}
	select {
	case <-ends:
		return nil // the outer half clears away
	case <-orphaned:
		return i.endAlone()
	}
}

func (i *inner) start(specPath string) error {
	if err := i.mounts(); err != nil {
		return fmt.Errorf("mounts: %w", err)
	}
	if err := setUpBridge(i.spec.Bridge); err != nil {
		return fmt.Errorf("bridge: %w", err)
	}
	if err := i.forward(); err != nil {
		return fmt.Errorf("forward: %w", err)
	}
	for _, process := range i.spec.Processes {
		log, err := i.log(process.Name)
		if err != nil {
			return err
		}
		i.keeper.keep(process, log)
	}
	report := Report{map[string]int{}}
	for index, node := range i.spec.Nodes {
		pid, err := i.startNode(specPath, index)
		if err != nil {
			return fmt.Errorf("node %s: %w", node.Name, err)
		}
		report.Nodes[node.Name] = pid
	}
	return report.send(os.NewFile(reportDescriptor, "report"))
}

// mounts makes the cluster's mounts its own: nothing that is mounted here or on a node is seen by the machine.
func (i *inner) mounts() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return err
	}
	if err := os.MkdirAll(i.scratch, 0o755); err != nil {
		return err
	}
	return unix.Mount("scratch", i.scratch, "tmpfs", 0, "mode=0755")
}

func (i *inner) log(name string) (*os.File, error) {
	return os.OpenFile(filepath.Join(i.spec.State, "log", name+".log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

// startNode starts a node's pid 1 and gives it its end of a link to the bridge; the node waits for that.
func (i *inner) startNode(specPath string, index int) (int, error) {
	node := i.spec.Nodes[index]
	wait, ready, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer wait.Close()
	defer ready.Close()
	log, err := i.log(node.Name)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	pid, err := i.keeper.start([]string{"/proc/self/exe", "node", specPath}, &os.ProcAttr{
		Env:   []string{nodeVariable + "=" + node.Name},
		Files: []*os.File{nil, log, log, wait},
		Sys: &syscall.SysProcAttr{
			Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		},
	}, func(status string) {
		fmt.Fprintf(os.Stderr, "supervise: node %s ended: %s\n", node.Name, status)
	})
	if err != nil {
		return 0, err
	}
	if err := connectNode(i.spec.Bridge.Name, index, pid); err != nil {
		return 0, err
	}
	_, err = ready.Write([]byte{1})
	return pid, err
}

// forward carries connections from the machine's loopback into the cluster's network. The listener was made in the
// machine's namespaces and stays there, as do the sockets that it accepts.
func (i *inner) forward() error {
	file := os.NewFile(listenerDescriptor, "listener")
	listener, err := net.FileListener(file)
	if err != nil {
		return err
	}
	file.Close()
	go func() {
		for {
			outside, err := listener.Accept()
			if err != nil {
				fmt.Fprintln(os.Stderr, "supervise: cannot accept:", err)
				return
			}
			go carry(outside.(*net.TCPConn), i.spec.Forward)
		}
	}()
	return nil
}

func carry(outside *net.TCPConn, to string) {
	defer outside.Close()
	connection, err := net.DialTimeout("tcp", to, dialTimeout)
	if err != nil {
		return // the client sees it closed, as with a server that is not up yet
	}
	inside := connection.(*net.TCPConn)
	defer inside.Close()
	done := make(chan struct{}, 2)
	copyHalf := func(to, from *net.TCPConn) {
		_, _ = io.Copy(to, from)
		_ = to.CloseWrite()
		done <- struct{}{}
	}
	go copyHalf(inside, outside)
	go copyHalf(outside, inside)
	<-done
	<-done
}

// endAlone does what the outer half would have done, which is gone.
func (i *inner) endAlone() error {
	i.keeper.endAll()
	return errors.Join(unix.Unmount(i.scratch, unix.MNT_DETACH), clearAway(i.spec.Name, i.spec.State))
}
