// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"linkerd-multus/standins/kube"
)

func TestPrefersThePodToItsNamespaceToTheConfiguration(t *testing.T) {
	uid := "config.linkerd.io/proxy-uid"
	for _, c := range []struct {
		name           string
		pod, namespace map[string]string
		want           int
	}{
		{"configuration", nil, nil, 2102},
		{"namespace", nil, map[string]string{uid: "7"}, 7},
		{"pod", map[string]string{uid: "8"}, map[string]string{uid: "7"}, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := linkerdConfig{ProxyUID: 2102}.override(c.pod, c.namespace)
			if err != nil || got.ProxyUID != c.want {
				t.Errorf("uid %d, %v; want %d", got.ProxyUID, err, c.want)
			}
		})
	}
}

func TestReplacesOutboundAndAppendsInboundPorts(t *testing.T) {
	before := linkerdConfig{
		InboundPortsToIgnore: []string{"4191"}, OutboundPortsToIgnore: []string{"443"}, SubnetsToIgnore: []string{"a"},
	}
	got, err := before.override(map[string]string{
		"config.linkerd.io/skip-inbound-ports":  "25, 26",
		"config.linkerd.io/skip-outbound-ports": "3306,",
		"config.linkerd.io/skip-subnets":        "198.18.0.0/24",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := before
	want.InboundPortsToIgnore = []string{"4191", "25", "26"}
	want.OutboundPortsToIgnore = []string{"3306"}
	want.SubnetsToIgnore = []string{"198.18.0.0/24"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFailsOnAUidThatIsNoNumber(t *testing.T) {
	key := "config.linkerd.io/proxy-uid"
	_, err := linkerdConfig{}.override(map[string]string{key: "many"}, nil)
	if err == nil || !strings.Contains(err.Error(), key) {
		t.Errorf("got %v", err)
	}
}

func TestActsOnPodsWithAProxyAlone(t *testing.T) {
	cases := []struct {
		spec string
		want bool
	}{
		{`{"containers":[{"name":"main"}]}`, false},
		{`{"containers":[{"name":"main"},{"name":"linkerd-proxy"}]}`, true},
		{`{"initContainers":[{"name":"linkerd-proxy"}],"containers":[{"name":"main"}]}`, true},
		{`{"initContainers":[{"name":"linkerd-init"}],"containers":[{"name":"linkerd-proxy"}]}`, false},
	}
	for _, c := range cases {
		var pod kube.Pod
		if err := json.Unmarshal([]byte(`{"spec":`+c.spec+`}`), &pod); err != nil {
			t.Fatal(err)
		}
		if got := meshed(pod); got != c.want {
			t.Errorf("%s: %v, want %v", c.spec, got, c.want)
		}
	}
}

func TestFindsTheApiServersPorts(t *testing.T) {
	var service kube.Service
	text := `{"spec":{"ports":[{"port":443,"targetPort":6443},{"port":80,"targetPort":"http"},{"port":90,"targetPort":90}]}}`
	if err := json.Unmarshal([]byte(text), &service); err != nil {
		t.Fatal(err)
	}
	if got := apiServerPorts(service); !slices.Equal(got, []string{"443", "6443", "80", "90"}) {
		t.Errorf("got %v", got)
	}
}

func TestReadsTheConfigurationOfLinkerdsChart(t *testing.T) {
	config, err := readConfig([]byte(`{"cniVersion":"0.3.1","name":"linkerd-cni","type":"linkerd-cni","log_level":"info",
		"kubernetes":{"kubeconfig":"/etc/k"},"linkerd":{"incoming-proxy-port":4143,"outgoing-proxy-port":4140,
		"proxy-uid":2102,"ports-to-redirect":[],"inbound-ports-to-ignore":["4191","4190"],"simulate":false,
		"use-wait-flag":false,"iptables-mode":"nft","ipv6":false},
		"prevResult":{"cniVersion":"0.3.1","ips":[{"version":"4","address":"198.18.1.2/24"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if config.PrevResult == nil || config.Kubernetes.Kubeconfig != "/etc/k" || config.Linkerd.ProxyUID != 2102 {
		t.Errorf("got %+v", config)
	}
	if namespace, name := sandbox("IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=a-1"); namespace != "shop" || name != "a-1" {
		t.Errorf("got %s/%s", namespace, name)
	}
}
