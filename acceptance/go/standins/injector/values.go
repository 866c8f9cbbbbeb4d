// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// values are what the stand-in reads of Linkerd's values, with the types that Linkerd's own struct has
// (pkg/charts/linkerd2/values.go, edge-26.8): a text that does not fit is an error here as it is there.
type values struct {
	ClusterDomain       string            `json:"clusterDomain"`
	ClusterNetworks     string            `json:"clusterNetworks"`
	CNIEnabled          bool              `json:"cniEnabled"`
	DisableIPv6         bool              `json:"disableIPv6"`
	IdentityTrustDomain string            `json:"identityTrustDomain"`
	ImagePullPolicy     string            `json:"imagePullPolicy"`
	LinkerdVersion      string            `json:"linkerdVersion"`
	Identity            *struct{}         `json:"identity"`
	NetworkValidator    *networkValidator `json:"networkValidator"`
	Proxy               *proxyValues      `json:"proxy"`
	ProxyInit           *struct {
		IptablesMode string `json:"iptablesMode"`
	} `json:"proxyInit"`
}

type networkValidator struct {
	ConnectAddr     string `json:"connectAddr"`
	ListenAddr      string `json:"listenAddr"`
	SecurityContext any    `json:"securityContext"`
	Timeout         string `json:"timeout"`
}

type proxyValues struct {
	AdditionalEnv        []object       `json:"additionalEnv"`
	Await                bool           `json:"await"`
	DefaultInboundPolicy string         `json:"defaultInboundPolicy"`
	GID                  int64          `json:"gid"`
	Image                *imageValues   `json:"image"`
	LogFormat            string         `json:"logFormat"`
	LogHTTPHeaders       string         `json:"logHTTPHeaders"`
	LogLevel             string         `json:"logLevel"`
	Metrics              *struct{}      `json:"metrics"`
	NativeSidecar        bool           `json:"nativeSidecar"`
	OpaquePorts          string         `json:"opaquePorts"`
	Ports                *ports         `json:"ports"`
	Resources            *resources     `json:"resources"`
	SecurityContext      map[string]any `json:"securityContext"`
	StartupProbe         *struct {
		FailureThreshold uint `json:"failureThreshold"`
	} `json:"startupProbe"`
	UID                   int64 `json:"uid"`
	WaitBeforeExitSeconds uint  `json:"waitBeforeExitSeconds"`
}

type imageValues struct {
	Name       string `json:"name"`
	PullPolicy string `json:"pullPolicy"`
	Version    string `json:"version"`
}

type ports struct {
	Admin    int32 `json:"admin"`
	Control  int32 `json:"control"`
	Inbound  int32 `json:"inbound"`
	Outbound int32 `json:"outbound"`
}

type resources struct {
	CPU              constraints `json:"cpu"`
	Memory           constraints `json:"memory"`
	EphemeralStorage constraints `json:"ephemeral-storage"`
}

type constraints struct {
	Limit   string `json:"limit"`
	Request string `json:"request"`
}

// readValues reads what is mounted of Linkerd's ConfigMap and of its trust roots, as Linkerd does at each request.
// Without the ConfigMap, which Linkerd always has, there are none, and the flags say all.
func (s settings) readValues() (read *values, anchors string, err error) {
	text, err := os.ReadFile(filepath.Join(s.config, "values"))
	if errors.Is(err, fs.ErrNotExist) && isEmpty(s.config) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("failed to read config file: %w", err)
	}
	read = &values{}
	if err := yaml.Unmarshal(text, read); err != nil {
		return nil, "", fmt.Errorf("failed to unmarshal JSON from: %s: %w", filepath.Join(s.config, "values"), err)
	}
	bundle, err := os.ReadFile(filepath.Join(s.trustRoots, "ca-bundle.crt"))
	return read, string(bundle), err
}

// isEmpty tells whether a mounted ConfigMap is not there. The kubelet's own entries begin with two dots.
func isEmpty(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "..") {
			return false
		}
	}
	return true
}
