// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.pods.plan.Roots;

/** Pods as Linkerd edge-26.8.3 leaves them, shortened to what says something. */
public final class RealPods {
    /** To make one takes far longer than to read a pod. */
    private static final KubernetesSerialization READING = new KubernetesSerialization();

    /** The proxy as a sidecar among the init containers, by Linkerd's CNI plugin, on Kubernetes. */
    public static final String NATIVE = """
            metadata:
              name: web-6d4f-abcde
              namespace: shop
              uid: pod-1
              resourceVersion: '7'
              creationTimestamp: '2026-08-21T10:00:00Z'
              labels:
                app: web
                linkerd.io/control-plane-ns: linkerd
                linkerd.io/proxy-deployment: web
                linkerd.io/workload-ns: shop
                pod-template-hash: 6d4f
              annotations:
                k8s.v1.cni.cncf.io/networks: linkerd-cni
                k8s.v1.cni.cncf.io/network-status: '[{"name": "ovn-kubernetes", "interface": "eth0", "ips": ["10.1.2.3"], "default": true, "dns": {}}]'
                linkerd.io/created-by: linkerd/proxy-injector edge-26.8.3
                linkerd.io/inject: enabled
                linkerd.io/proxy-version: edge-26.8.3
                linkerd.io/trust-root-sha256: 818932ba
                multus.linkerd.io/rolled-out-for: 0123456789abcdef.3-4a5b6c7d
                unrelated: note
              ownerReferences:
                - {apiVersion: apps/v1, kind: ReplicaSet, name: web-6d4f, uid: rs-1, controller: true, blockOwnerDeletion: true}
            spec:
              securityContext: {runAsNonRoot: true}
              initContainers:
                - name: linkerd-network-validator
                  image: cr.l5d.io/linkerd/proxy:edge-26.8.3
                  args: [--log-format, plain, --log-level, debug, --timeout, 10s]
                  securityContext: {runAsUser: 65534}
                - name: linkerd-proxy
                  image: cr.l5d.io/linkerd/proxy:edge-26.8.3
                  restartPolicy: Always
                  env:
                    - {name: _pod_name, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    - {name: LINKERD2_PROXY_LOG, value: 'warn,linkerd=info'}
                    - {name: LINKERD2_PROXY_INBOUND_PORTS, value: '8080'}
                    - {name: LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS, value: "FIRST_ROOT"}
                  resources: {requests: {cpu: 100m}}
                  securityContext: {runAsUser: 2102}
              containers:
                - name: web
                  image: web:1
                  ports: [{containerPort: 8080, name: http}]
                  securityContext: {runAsUser: 1000}
            status:
              phase: Running
              conditions: [{type: Ready, status: 'True'}]
            """;

    /** The proxy as a container, on OpenShift, with user ids of the namespace's range. */
    public static final String OPENSHIFT = """
            metadata:
              name: web-0
              namespace: shop
              uid: pod-2
              creationTimestamp: '2026-08-21T10:00:01Z'
              labels: {linkerd.io/control-plane-ns: linkerd}
              annotations:
                config.linkerd.io/proxy-uid: '1000680001'
                config.linkerd.io/proxy-version: edge-26.7.1
                k8s.v1.cni.cncf.io/networks: default/linkerd-cni
                linkerd.io/created-by: linkerd/proxy-injector edge-26.8.3
                linkerd.io/proxy-version: edge-26.7.1
                openshift.io/scc: nonroot-v2
              ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: sts-1, controller: true}]
            spec:
              securityContext: {runAsUser: 1000680000, fsGroup: 1000680000}
              initContainers:
                - {name: wait, image: wait, securityContext: {runAsUser: 1000680001}}
              containers:
                - name: linkerd-proxy
                  image: mirror.example/linkerd/proxy@sha256:abcd
                  env: [{name: LINKERD2_PROXY_LOG, value: warn}]
                  securityContext: {runAsUser: 1000680001}
                - {name: web, image: 'web:1'}
                - {name: beside, image: 'beside:1', securityContext: {runAsUser: 1000680001}}
            status: {phase: Running, conditions: [{type: Ready, status: 'False'}]}
            """;

    /** {@code linkerd inject --manual}. */
    public static final String BY_HAND = """
            metadata:
              name: tool
              namespace: shop
              labels: {linkerd.io/control-plane-ns: linkerd}
              annotations: {linkerd.io/created-by: linkerd/cli stable-2.14.10, linkerd.io/proxy-version: stable-2.14.10}
            spec:
              initContainers: [{name: linkerd-init, image: i, args: [--proxy-uid, '2102']}]
              containers: [{name: linkerd-proxy, image: 'proxy:2.14', securityContext: {runAsUser: 2102}}, {name: tool, image: t}]
            status: {phase: Running}
            """;

    /** Of the control plane: its bundle is a reference to the ConfigMap. */
    public static final String CONTROL_PLANE = """
            metadata:
              name: linkerd-identity-5b-xyz
              namespace: linkerd
              labels: {linkerd.io/control-plane-ns: linkerd, linkerd.io/control-plane-component: identity}
              annotations: {linkerd.io/created-by: linkerd/helm edge-26.8.3, linkerd.io/proxy-version: edge-26.8.3}
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: linkerd-identity-5b, uid: rs-i, controller: true}]
            spec:
              containers:
                - name: identity
                  image: cr.l5d.io/linkerd/controller:edge-26.8.3
                  securityContext: {runAsUser: 2103}
                - name: linkerd-proxy
                  image: cr.l5d.io/linkerd/proxy:edge-26.8.3
                  env:
                    - name: LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS
                      valueFrom: {configMapKeyRef: {name: linkerd-identity-trust-roots, key: ca-bundle.crt}}
                  securityContext: {runAsUser: 2102}
            status: {phase: Running}
            """;

    private RealPods() {}

    /** {@return the pod of that text} {@code FIRST_ROOT} in it is a bundle of the first root. */
    public static Pod read(String yaml) {
        return READING.unmarshal("# YAML\n" + yaml.replace("FIRST_ROOT", Roots.A.replace("\n", "\\n")), Pod.class);
    }
}
