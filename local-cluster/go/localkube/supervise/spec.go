// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// Spec says all of one cluster. It is written by LocalCluster and holds no decision that is not made there.
type Spec struct {
	// Name tells clusters apart; it becomes part of control group paths.
	Name string `json:"name"`
	// State is the folder of this cluster alone; it is removed at the end, whatever is in it.
	State string `json:"state"`
	// Listen is the address in the machine's network, Forward where its connections go in the cluster's.
	Listen  string `json:"listen"`
	Forward string `json:"forward"`
	Bridge  Bridge `json:"bridge"`
	// Processes run in the cluster's own namespaces, beside the nodes.
	Processes []Process `json:"processes"`
	Nodes     []Node    `json:"nodes"`
}

// Bridge is the network that the nodes are on.
type Bridge struct {
	Name    string  `json:"name"`
	Address string  `json:"address"`
	Routes  []Route `json:"routes"`
}

// Route sends a network's packets to a neighbour.
type Route struct {
	To  string `json:"to"`
	Via string `json:"via"`
}

// Process is a program that is kept running.
type Process struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
	// Environment is all that the program gets.
	Environment []string `json:"environment"`
	// After names what has to answer before the program is started: a TCP address, a unix socket's path, or a URL.
	After string `json:"after,omitempty"`
}

// Node is a machine of its own as far as processes, mounts and network go.
type Node struct {
	Name    string  `json:"name"`
	Address string  `json:"address"`
	Routes  []Route `json:"routes"`
	// Hidden are folders of the machine that are empty on the node.
	Hidden []string `json:"hidden"`
	Files  []File   `json:"files"`
	Links  []Link   `json:"links"`
	Binds  []Bind   `json:"binds"`
	// ControlGroup is made in every hierarchy before the processes start, and removed after the end of the cluster.
	ControlGroup string    `json:"controlGroup"`
	Sysctls      []Sysctl  `json:"sysctls"`
	Processes    []Process `json:"processes"`
}

// File is written to the node's root before anything runs there.
type File struct {
	Path string `json:"path"`
	// Content is the text, or From the file of the machine that is copied.
	Content string `json:"content,omitempty"`
	From    string `json:"from,omitempty"`
	Mode    uint32 `json:"mode"`
}

// Link is a symbolic link on the node's root.
type Link struct {
	Path string `json:"path"`
	To   string `json:"to"`
}

// Bind shows a file or folder of the machine on the node.
type Bind struct {
	From     string `json:"from"`
	To       string `json:"to"`
	ReadOnly bool   `json:"readOnly"`
}

// Sysctl is a kernel setting of the node's namespaces.
type Sysctl struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

var plainName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

func readSpec(path string) (*Spec, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var spec Spec
	if err := json.Unmarshal(content, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &spec, spec.check()
}

// check refuses what would make this program touch anything that is not the cluster's.
func (s *Spec) check() error {
	var problems []error
	if !plainName.MatchString(s.Name) {
		problems = append(problems, fmt.Errorf("name %q: letters, digits and dashes", s.Name))
	}
	if !filepath.IsAbs(s.State) || filepath.Clean(s.State) == "/" {
		problems = append(problems, fmt.Errorf("state %q: an absolute path of a folder", s.State))
	}
	for _, node := range s.Nodes {
		if !plainName.MatchString(node.Name) {
			problems = append(problems, fmt.Errorf("node name %q: letters, digits and dashes", node.Name))
		}
		if node.ControlGroup != filepath.Join(controlGroupOf(s.Name), node.Name) {
			problems = append(problems, fmt.Errorf("node %s: control group %q is not %s/%s", node.Name, node.ControlGroup, controlGroupOf(s.Name), node.Name))
		}
	}
	return errors.Join(problems...)
}
