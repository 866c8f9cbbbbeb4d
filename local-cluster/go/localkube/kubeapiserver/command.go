// SPDX-License-Identifier: Apache-2.0

// Package kubeapiserver is the API server of Kubernetes with OpenShift's SCC admission linked in, at the
// place in the chain where OpenShift has it.
package kubeapiserver

import (
	"github.com/spf13/cobra"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/client-go/rest"
	"k8s.io/component-base/cli/globalflag"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/version/verflag"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// NewCommand builds the kube-apiserver command. It follows upstream's NewAPIServerCommand, which has no
// place to add an admission plugin, and takes the flag --scc-kubeconfig besides upstream's own.
func NewCommand() *cobra.Command {
	ctx := genericapiserver.SetupSignalContext()
	server := options.NewServerRunOptions()
	admission := registerSccAdmission(ctx, server.Admission.GenericAdmission)

	cmd := &cobra.Command{
		Use:          "kube-apiserver",
		Short:        "The API server of Kubernetes, with OpenShift's SCC admission",
		SilenceUsage: true,
		Args:         cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			// Loopback clients must not log the warnings that the server sends itself.
			rest.SetDefaultWarningHandler(rest.NoWarnings{})
			return server.GenericServerRunOptions.ComponentGlobalsRegistry.Set()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			verflag.PrintAndExitIfRequested()
			return run(cmd, server)
		},
	}
	cmd.SetContext(ctx)
	addFlags(cmd, server)
	cmd.Flags().StringVar(&admission.kubeconfig, "scc-kubeconfig", "",
		"kubeconfig that SCC admission reads SecurityContextConstraints with; needed when it is enabled")
	return cmd
}

func run(cmd *cobra.Command, server *options.ServerRunOptions) error {
	registry := server.GenericServerRunOptions.ComponentGlobalsRegistry
	gates := registry.FeatureGateFor(basecompatibility.DefaultKubeComponent)
	if err := logsapi.ValidateAndApply(server.Logs, gates); err != nil {
		return err
	}
	completed, err := server.Complete(cmd.Context())
	if err != nil {
		return err
	}
	if problems := completed.Validate(); len(problems) > 0 {
		return utilerrors.NewAggregate(problems)
	}
	registry.AddMetrics()
	return app.Run(cmd.Context(), completed)
}

func addFlags(cmd *cobra.Command, server *options.ServerRunOptions) {
	sets := server.Flags()
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), cmd.Name(), logs.SkipLoggingConfigurationFlags())
	for _, set := range sets.FlagSets {
		cmd.Flags().AddFlagSet(set)
	}
}
