// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadsAPodThroughTheNamedContext(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.URL.Path != "/api/v1/namespaces/shop/pods/a" {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"kind":"Status","message":"pods \"b\" not found"}`)
			return
		}
		fmt.Fprint(w, `{"metadata":{"name":"a"},"spec":{"containers":[{"name":"main"}]}}`)
	}))
	defer server.Close()
	client, err := FromKubeconfig(writeKubeconfig(t, server), "wanted")
	if err != nil {
		t.Fatal(err)
	}
	pod, err := client.Pod(context.Background(), "shop", "a")
	if err != nil || pod.Metadata.Name != "a" || pod.Spec.Containers[0].Name != "main" {
		t.Errorf("got %+v, %v", pod, err)
	}
	if _, err = client.Pod(context.Background(), "shop", "b"); err == nil || !strings.Contains(err.Error(), `"b" not found`) {
		t.Errorf("got %v, want what the server says", err)
	}
}

func TestRefusesAKubeconfigWithoutTheContext(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	if _, err := FromKubeconfig(writeKubeconfig(t, server), "other"); err == nil || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("got %v, want an error that names the context", err)
	}
}

func writeKubeconfig(t *testing.T, server *httptest.Server) string {
	t.Helper()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	path := filepath.Join(t.TempDir(), "kubeconfig")
	text := `# comment
apiVersion: v1
kind: Config
clusters:
- name: local
  cluster:
    server: ` + server.URL + `
    certificate-authority-data: ` + base64.StdEncoding.EncodeToString(ca) + `
users:
- name: plugin
  user:
    token: secret
contexts:
- name: wanted
  context: {cluster: local, user: plugin}
current-context: something-else
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
