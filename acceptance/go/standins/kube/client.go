// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount"
	deadline       = 10 * time.Second
	// largestObject is above what the API server stores of one object.
	largestObject = 4 << 20
)

// Client asks an API server for objects.
type Client struct {
	server string
	token  func() (string, error)
	http   *http.Client
}

// InCluster makes a client from what a pod has of its service account. The token is read anew for each
// request, since the kubelet replaces it.
func InCluster() (*Client, error) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	if host == "" || port == "" {
		return nil, errors.New("not in a pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set")
	}
	ca, err := os.ReadFile(filepath.Join(serviceAccount, "ca.crt"))
	if err != nil {
		return nil, err
	}
	token := func() (string, error) {
		content, err := os.ReadFile(filepath.Join(serviceAccount, "token"))
		return strings.TrimSpace(string(content)), err
	}
	return newClient("https://"+net.JoinHostPort(host, port), ca, token)
}

func newClient(server string, ca []byte, token func() (string, error)) (*Client, error) {
	config := &tls.Config{}
	if len(ca) > 0 {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(ca) {
			return nil, errors.New("the certificate authority of " + server + " holds no certificate")
		}
	}
	transport := &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: true, TLSHandshakeTimeout: deadline}
	return &Client{strings.TrimSuffix(server, "/"), token, &http.Client{Transport: transport, Timeout: deadline}}, nil
}

// Pod reads a pod.
func (c *Client) Pod(ctx context.Context, namespace, name string) (pod Pod, err error) {
	return pod, c.get(ctx, "/api/v1/namespaces/"+url.PathEscape(namespace)+"/pods/"+url.PathEscape(name), &pod)
}

// Namespace reads a namespace.
func (c *Client) Namespace(ctx context.Context, name string) (namespace Namespace, err error) {
	return namespace, c.get(ctx, "/api/v1/namespaces/"+url.PathEscape(name), &namespace)
}

// Service reads a service.
func (c *Client) Service(ctx context.Context, namespace, name string) (service Service, err error) {
	return service, c.get(ctx, "/api/v1/namespaces/"+url.PathEscape(namespace)+"/services/"+url.PathEscape(name), &service)
}

// Deployment reads a deployment.
func (c *Client) Deployment(ctx context.Context, namespace, name string) (deployment Deployment, err error) {
	path := "/apis/apps/v1/namespaces/" + url.PathEscape(namespace) + "/deployments/" + url.PathEscape(name)
	return deployment, c.get(ctx, path, &deployment)
}

// Lease finds out whether there is a lease.
func (c *Client) Lease(ctx context.Context, namespace, name string) error {
	var lease struct{}
	return c.get(ctx, leases(namespace)+"/"+url.PathEscape(name), &lease)
}

// CreateLease makes a lease that a deployment owns, and controls; one that is there stays as it is.
func (c *Client) CreateLease(ctx context.Context, namespace, name string, owner Metadata) error {
	return c.applyLease(ctx, namespace, name, map[string]any{
		// Of one that is there this is not the version.
		"resourceVersion": "0",
		"ownerReferences": []map[string]any{{
			"apiVersion": "apps/v1", "kind": "Deployment", "name": owner.Name, "uid": owner.UID, "controller": true,
		}},
	}, nil)
}

// ClaimLease says who has a lease. It says nothing of an owner, so the API server takes away the one that CreateLease gave it.
func (c *Client) ClaimLease(ctx context.Context, namespace, name, holder string) error {
	return c.applyLease(ctx, namespace, name, map[string]any{}, map[string]any{
		"holderIdentity": holder, "leaseDurationSeconds": 30,
	})
}

func (c *Client) applyLease(ctx context.Context, namespace, name string, metadata, spec map[string]any) error {
	metadata["name"], metadata["namespace"] = name, namespace
	lease := map[string]any{"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": metadata}
	if spec != nil {
		lease["spec"] = spec
	}
	body, err := json.Marshal(lease)
	if err != nil {
		return err
	}
	path := leases(namespace) + "/" + url.PathEscape(name) + "?fieldManager=policy-controller&force=true"
	request, err := http.NewRequestWithContext(ctx, http.MethodPatch, c.server+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/apply-patch+yaml")
	var applied struct{}
	return c.send(request, &applied, http.StatusOK, http.StatusCreated)
}

func leases(namespace string) string {
	return "/apis/coordination.k8s.io/v1/namespaces/" + url.PathEscape(namespace) + "/leases"
}

func (c *Client) get(ctx context.Context, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return err
	}
	return c.send(request, into, http.StatusOK)
}

func (c *Client) send(request *http.Request, into any, expected ...int) error {
	token, err := c.token()
	if err != nil {
		return err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, largestObject))
	if err != nil {
		return fmt.Errorf("cannot %s %s: %w", verb(request.Method), request.URL.Path, err)
	}
	if !slices.Contains(expected, response.StatusCode) {
		return fmt.Errorf("cannot %s %s: %s", verb(request.Method), request.URL.Path, message(response.Status, answer))
	}
	return json.Unmarshal(answer, into)
}

func verb(method string) string {
	if method == http.MethodGet {
		return "read"
	}
	return "apply"
}

// message prefers what the API server says to what the status code is called.
func message(status string, body []byte) string {
	var answer struct{ Message string }
	if json.Unmarshal(body, &answer) == nil && answer.Message != "" {
		return answer.Message
	}
	return status
}
