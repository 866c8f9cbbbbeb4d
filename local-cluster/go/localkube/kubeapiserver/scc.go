// SPDX-License-Identifier: Apache-2.0

package kubeapiserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/openshift/apiserver-library-go/pkg/securitycontextconstraints/sccadmission"
	securityclient "github.com/openshift/client-go/security/clientset/versioned"
	securityinformers "github.com/openshift/client-go/security/informers/externalversions"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/mutating"
	"k8s.io/apiserver/pkg/server/options"
	"k8s.io/client-go/tools/clientcmd"
)

// resync is the period after which OpenShift's own API server looks at all constraints again.
const resync = 10 * time.Minute

// sccAdmission makes OpenShift's admission plugin when the server's flags enable it.
type sccAdmission struct {
	ctx        context.Context
	kubeconfig string
}

// registerSccAdmission makes the plugin known under its OpenShift name, off by default as there, and
// ordered just before the mutating webhooks, so that these see the constraint that a pod got.
func registerSccAdmission(ctx context.Context, plugins *options.AdmissionOptions) *sccAdmission {
	scc := &sccAdmission{ctx: ctx}
	plugins.Plugins.Register(sccadmission.PluginName, scc.make)
	order := plugins.RecommendedPluginOrder
	at := slices.Index(order, mutating.PluginName)
	if at < 0 {
		panic("no " + mutating.PluginName + " in the order of admission plugins")
	}
	plugins.RecommendedPluginOrder = slices.Insert(slices.Clone(order), at, sccadmission.PluginName)
	plugins.DefaultOffPlugins.Insert(sccadmission.PluginName)
	return scc
}

// make starts the informer at once; it retries until this very server answers it.
func (s *sccAdmission) make(io.Reader) (admission.Interface, error) {
	if s.kubeconfig == "" {
		return nil, errors.New(sccadmission.PluginName + " needs --scc-kubeconfig")
	}
	config, err := clientcmd.BuildConfigFromFlags("", s.kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("cannot read --scc-kubeconfig: %w", err)
	}
	client, err := securityclient.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("cannot use --scc-kubeconfig: %w", err)
	}
	factory := securityinformers.NewSharedInformerFactory(client, resync)
	constraints := factory.Security().V1().SecurityContextConstraints()
	plugin := sccadmission.NewConstraint()
	plugin.SetSecurityInformers(constraints)
	constraints.Informer()
	factory.Start(s.ctx.Done())
	return plugin, nil
}
