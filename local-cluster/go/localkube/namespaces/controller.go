// SPDX-License-Identifier: Apache-2.0

// Package namespaces gives every namespace its block of uids, groups and SELinux labels, as OpenShift's
// cluster-policy-controller does: SCC admission refuses the pods of a namespace without.
package namespaces

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	securityv1 "github.com/openshift/api/security/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"
)

const (
	fieldManager = "cluster-policy-controller"
	resync       = 10 * time.Minute
	requests     = 200
)

// Run gives out blocks until SIGTERM. It is the only one that does: its memory of what it gave away is not shared.
func Run(arguments []string) int {
	flags := flag.NewFlagSet("namespaces", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", "how the API server is reached")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := run(ctx, *kubeconfig); err != nil {
		fmt.Fprintln(os.Stderr, "namespaces:", err)
		return 1
	}
	return 0
}

func run(ctx context.Context, kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = requests, 2*requests
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, resync)
	namespaces := factory.Core().V1().Namespaces()
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	enqueue := func(object any) {
		if namespace, ok := object.(*corev1.Namespace); ok && needsBlock(namespace) {
			queue.Add(namespace.Name)
		}
	}
	_, err = namespaces.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, object any) { enqueue(object) },
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), namespaces.Informer().HasSynced) {
		return ctx.Err()
	}
	go func() {
		<-ctx.Done()
		queue.ShutDown()
	}()
	a := &allocator{client, namespaces.Lister().List, map[string]string{}}
	for a.next(ctx, queue, namespaces.Lister().Get) {
	}
	return nil
}

// needsBlock leaves a range that somebody set as it is, whatever is in it.
func needsBlock(namespace *corev1.Namespace) bool {
	_, set := namespace.Annotations[securityv1.UIDRangeAnnotation]
	return !set && namespace.DeletionTimestamp == nil
}

type allocator struct {
	client kubernetes.Interface
	list   func(labels.Selector) ([]*corev1.Namespace, error)
	// given are ranges by namespace that the informer may not have seen yet.
	given map[string]string
}

func (a *allocator) next(ctx context.Context, queue workqueue.TypedRateLimitingInterface[string], get func(string) (*corev1.Namespace, error)) bool {
	name, ended := queue.Get()
	if ended {
		return false
	}
	defer queue.Done(name)
	namespace, err := get(name)
	if err != nil || !needsBlock(namespace) {
		queue.Forget(name)
		return true
	}
	if err := a.allocate(ctx, name); err != nil && !apierrors.IsNotFound(err) {
		fmt.Fprintf(os.Stderr, "namespaces: %s: %v\n", name, err)
		queue.AddRateLimited(name)
		return true
	}
	queue.Forget(name)
	return true
}

func (a *allocator) allocate(ctx context.Context, name string) error {
	ranges, err := a.ranges()
	if err != nil {
		return err
	}
	block, err := lowestFree(ranges)
	if err != nil {
		return err
	}
	annotations := annotationsOf(block)
	_, err = a.client.CoreV1().Namespaces().Apply(ctx, applycorev1.Namespace(name).WithAnnotations(annotations),
		metav1.ApplyOptions{FieldManager: fieldManager, Force: true})
	if err == nil {
		a.given[name] = annotations[securityv1.UIDRangeAnnotation]
	}
	return err
}

// ranges returns all that are taken, and forgets what the informer has seen by now.
func (a *allocator) ranges() ([]string, error) {
	all, err := a.list(labels.Everything())
	if err != nil {
		return nil, err
	}
	var ranges []string
	for _, namespace := range all {
		if text, set := namespace.Annotations[securityv1.UIDRangeAnnotation]; set {
			ranges = append(ranges, text)
			delete(a.given, namespace.Name)
		}
	}
	for _, text := range a.given {
		ranges = append(ranges, text)
	}
	return ranges, nil
}
