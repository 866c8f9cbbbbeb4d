// SPDX-License-Identifier: Apache-2.0

package kube

import (
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

func (c *Client) get(ctx context.Context, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return err
	}
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
	body, err := io.ReadAll(io.LimitReader(response.Body, largestObject))
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("cannot read %s: %s", path, message(response.Status, body))
	}
	return json.Unmarshal(body, into)
}

// message prefers what the API server says to what the status code is called.
func message(status string, body []byte) string {
	var answer struct{ Message string }
	if json.Unmarshal(body, &answer) == nil && answer.Message != "" {
		return answer.Message
	}
	return status
}
