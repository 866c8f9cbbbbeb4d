// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/client-go/plugin/pkg/client/auth" // kubectl's credential plugins
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	kubecontrollermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	kubeproxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	kubescheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"

	"linkerd-multus/localkube/kubeapiserver"
	"linkerd-multus/localkube/namespaces"
)

// applet runs one program with the arguments after its name and returns its exit code.
type applet func(arguments []string) int

// applets holds every program of this binary by the name that calls it.
var applets = map[string]applet{
	"etcd":                    runEtcd,
	"kube-apiserver":          command(kubeapiserver.NewCommand),
	"kube-controller-manager": command(kubecontrollermanager.NewControllerManagerCommand),
	"kube-scheduler":          command(func() *cobra.Command { return kubescheduler.NewSchedulerCommand() }),
	"kubelet":                 command(func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) }),
	"kube-proxy":              command(kubeproxy.NewProxyCommand),
	"kubectl":                 runKubectl,
	"namespaces":              namespaces.Run,
}

// command adapts a component of Kubernetes. Its command is made only when it is chosen, since making
// one registers flags and signal handlers.
func command(make func() *cobra.Command) applet {
	return func([]string) int { return cli.Run(make()) }
}

func runEtcd([]string) int {
	etcdmain.Main(os.Args)
	return 0
}

// runKubectl prints errors as kubectl does, which ends the process itself with kubectl's exit code.
func runKubectl([]string) int {
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err)
	}
	return 0
}
