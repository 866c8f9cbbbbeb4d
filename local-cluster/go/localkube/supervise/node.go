// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	nodeVariable = "LOCALKUBE_NODE"
	// linkedDescriptor says, with one byte, that the node's link has been put into its network namespace.
	linkedDescriptor = 3
)

// runNode is pid 1 of a node.
func runNode(specPath string) error {
	spec, err := readSpec(specPath)
	if err != nil {
		return err
	}
	node, err := spec.node(os.Getenv(nodeVariable))
	if err != nil {
		return err
	}
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM)
	unix.CloseOnExec(linkedDescriptor)
	if _, err := io.ReadFull(os.NewFile(linkedDescriptor, "linked"), make([]byte, 1)); err != nil {
		return fmt.Errorf("the link to the bridge did not come: %w", err)
	}
	logs := map[string]*os.File{}
	for _, process := range node.Processes {
		path := filepath.Join(spec.State, "log", node.Name+"-"+process.Name+".log")
		if logs[process.Name], err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return err
		}
	}
	if err := enterNode(spec, node); err != nil {
		return err
	}
	keeper := newKeeper()
	for _, process := range node.Processes {
		keeper.keep(process, logs[process.Name])
	}
	<-ends
	return nil
}

func (s *Spec) node(name string) (Node, error) {
	for _, node := range s.Nodes {
		if node.Name == name {
			return node, nil
		}
	}
	return Node{}, fmt.Errorf("there is no node %q", name)
}

// enterNode turns this process' fresh namespaces into the node.
func enterNode(spec *Spec, node Node) error {
	if err := unix.Sethostname([]byte(node.Name)); err != nil {
		return err
	}
	if err := makeControlGroups(node.ControlGroup); err != nil {
		return err
	}
	if err := enterRoot(filepath.Join(spec.State, "scratch", node.Name), node); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	if err := setUpNodeNetwork(node); err != nil {
		return fmt.Errorf("network: %w", err)
	}
	for _, setting := range node.Sysctls {
		if err := writeSysctl(setting); err != nil {
			return err
		}
	}
	return nil
}

func makeControlGroups(group string) error {
	for _, hierarchy := range hierarchies() {
		if err := os.MkdirAll(filepath.Join(hierarchy, group), 0o755); err != nil {
			return err
		}
	}
	return nil
}
