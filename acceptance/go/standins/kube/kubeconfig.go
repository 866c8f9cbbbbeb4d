// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"fmt"
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

type kubeconfig struct {
	Clusters []struct {
		Name    string  `json:"name"`
		Cluster cluster `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		Name string `json:"name"`
		User user   `json:"user"`
	} `json:"users"`
	Contexts []struct {
		Name    string `json:"name"`
		Context struct {
			Cluster string `json:"cluster"`
			User    string `json:"user"`
		} `json:"context"`
	} `json:"contexts"`
}

type cluster struct {
	Server string `json:"server"`
	CAData []byte `json:"certificate-authority-data"`
	CAFile string `json:"certificate-authority"`
}

type user struct {
	Token     string `json:"token"`
	TokenFile string `json:"tokenFile"`
}

// FromKubeconfig makes a client from one context of a kubeconfig, which has to be there. Users are known by
// their tokens.
func FromKubeconfig(path, context string) (*Client, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var config kubeconfig
	if err := yaml.Unmarshal(content, &config); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	cluster, user, err := config.context(context)
	if err != nil {
		return nil, fmt.Errorf("cannot use %s: %w", path, err)
	}
	if cluster.CAFile != "" && len(cluster.CAData) == 0 {
		if cluster.CAData, err = os.ReadFile(beside(path, cluster.CAFile)); err != nil {
			return nil, err
		}
	}
	if user.TokenFile != "" {
		token, err := os.ReadFile(beside(path, user.TokenFile))
		if err != nil {
			return nil, err
		}
		user.Token = string(token)
	}
	return newClient(cluster.Server, cluster.CAData, func() (string, error) { return user.Token, nil })
}

func (k kubeconfig) context(name string) (cluster, user, error) {
	for _, context := range k.Contexts {
		if context.Name != name {
			continue
		}
		for _, cluster := range k.Clusters {
			for _, user := range k.Users {
				if cluster.Name == context.Context.Cluster && user.Name == context.Context.User {
					return cluster.Cluster, user.User, nil
				}
			}
		}
		return cluster{}, user{}, fmt.Errorf("context %q names a cluster or a user that is not there", name)
	}
	return cluster{}, user{}, fmt.Errorf("context %q does not exist", name)
}

func beside(kubeconfig, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(kubeconfig), file)
}
