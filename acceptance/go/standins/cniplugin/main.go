// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/containernetworking/cni/pkg/skel"
	"github.com/containernetworking/cni/pkg/types"
	types100 "github.com/containernetworking/cni/pkg/types/100"
	"github.com/containernetworking/cni/pkg/version"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

// deadline is how long one call may take; runtimes wait longer than that.
const deadline = time.Minute

// Main is a CNI plugin: it takes its command from the environment, and its configuration from standard input.
func Main([]string) int {
	nothing := func(*skel.CmdArgs) error { return nil }
	failure := skel.PluginMainFuncsWithError(skel.CNIFuncs{Add: add, Check: nothing, Del: nothing}, version.All,
		"linkerd-cni, stand-in of linkerd-multus")
	if failure == nil {
		return 0
	}
	if err := failure.Print(); err != nil {
		fmt.Fprintln(os.Stderr, "linkerd-cni: cannot print an error:", err)
	}
	return 1
}

func add(arguments *skel.CmdArgs) error {
	config, err := readConfig(arguments.StdinData)
	if err != nil {
		return err
	}
	setLogLevel(config.LogLevel)
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	if err := redirect(ctx, config, arguments); err != nil {
		slog.Error("cannot set up a pod", "netns", arguments.Netns, "reason", err)
		return err
	}
	result := config.PrevResult
	if result == nil {
		result = &types100.Result{CNIVersion: types100.ImplementedSpecVersion}
	}
	return types.PrintResult(result, config.CNIVersion)
}

// redirect sets the rules of a meshed pod; every other sandbox is left alone.
func redirect(ctx context.Context, config config, arguments *skel.CmdArgs) error {
	namespaceName, name := sandbox(arguments.Args)
	if namespaceName == "" || name == "" {
		return nil
	}
	client, err := kube.FromKubeconfig(config.Kubernetes.Kubeconfig, linkerd.KubeconfigContext)
	if err != nil {
		return err
	}
	pod, err := client.Pod(ctx, namespaceName, name)
	if err != nil {
		return err
	}
	if !meshed(pod) {
		slog.Debug("no proxy", "namespace", namespaceName, "pod", name)
		return nil
	}
	namespace, err := client.Namespace(ctx, namespaceName)
	if err != nil {
		return err
	}
	wanted, err := config.Linkerd.override(pod.Metadata.Annotations, namespace.Metadata.Annotations)
	if err != nil {
		return err
	}
	if pod.Metadata.Labels[linkerd.ControlPlaneComponent] != "" {
		wanted.OutboundPortsToIgnore = append(wanted.OutboundPortsToIgnore, portsOfApiServer(ctx, client)...)
	}
	for _, family := range wanted.families(arguments.Netns) {
		if err := family.set(ctx, wanted.rules()); err != nil {
			return err
		}
	}
	slog.Info("redirected", "namespace", namespaceName, "pod", name, "proxy-uid", wanted.ProxyUID)
	return nil
}

// sandbox reads the pod's namespace and name from the runtime's arguments.
func sandbox(arguments string) (namespace, name string) {
	for pair := range strings.SplitSeq(arguments, ";") {
		switch key, value, _ := strings.Cut(pair, "="); key {
		case "K8S_POD_NAMESPACE":
			namespace = value
		case "K8S_POD_NAME":
			name = value
		}
	}
	return namespace, name
}

func portsOfApiServer(ctx context.Context, client *kube.Client) []string {
	service, err := client.Service(ctx, "default", "kubernetes")
	if ports := apiServerPorts(service); err == nil && len(ports) > 0 {
		return ports
	}
	slog.Warn("cannot find the API server's ports, taking the usual ones", "reason", err)
	return []string{"443", "6443"}
}

// setLogLevel reads the levels as Linkerd's plugin does. Standard error is the log; standard output is the result.
func setLogLevel(level string) {
	switch level {
	case "debug":
		slog.SetLogLoggerLevel(slog.LevelDebug)
	case "info":
		slog.SetLogLoggerLevel(slog.LevelInfo)
	default:
		slog.SetLogLoggerLevel(slog.LevelWarn)
	}
}
