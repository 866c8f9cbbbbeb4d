// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.product.Product;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An API server with Linkerd, a release and a meshed pod, as a user comes to it: by a kubeconfig. */
final class ClusterOfOurs implements AutoCloseable {
    static final String POD = "/api/v1/namespaces/shop/pods/web-0";
    static final String NAMESPACE = "/api/v1/namespaces/shop";
    static final String ATTACHMENT =
            "/apis/k8s.cni.cncf.io/v1/namespaces/shop/network-attachment-definitions/linkerd-cni";

    private static final String LABELS =
            "'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/instance': 'linkerd-multus',"
                    + " 'app.kubernetes.io/version': '" + Product.built().version() + "'";
    private static final String SPEC =
            "spec: {replicas: 1, selector: {matchLabels: {app: 'x'}}, template: {spec: {containers: [{name: 'x'}]}}}";

    private final FakeApiServer api = FakeApiServer.plain();
    private final Path kubeconfig;

    ClusterOfOurs(Path folder) throws IOException {
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u, namespace: shop}}]
                clusters: [{name: c, cluster: {server: '%s'}}]
                users: [{name: u, user: {token: %s}}]
                """.formatted(api.url(), FakeApiServer.TEST));
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        api.define("v1", "resourcequotas", "ResourceQuota", true);
        api.put("/api/v1/namespaces/linkerd/configmaps/linkerd-config", "{data: {values: 'cniEnabled: true'}}");
        workload("linkerd", "deployments", "linkerd-destination", "");
        workload("linkerd-multus", "deployments", "linkerd-multus-webhook", "webhook");
        workload("linkerd-multus", "deployments", "linkerd-multus-controller", "controller");
        workload("linkerd-multus", "daemonsets", "linkerd-multus-installer", "installer");
        api.put(
                "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/linkerd-multus",
                "{metadata: {labels: {%s}}, webhooks: [{name: 'pods.multus.linkerd.io', clientConfig: {caBundle: 'eA=='}}]}"
                        .formatted(LABELS));
        api.put("/api/v1/nodes/node-1", "{status: {conditions: [{type: 'Ready', status: 'True'}]}}");
        api.put(
                "/api/v1/namespaces/linkerd-multus/pods/installer-1",
                "{metadata: {labels: {%s, 'app.kubernetes.io/name': 'installer'}}, spec: {nodeName: 'node-1', containers: [{name: 'i'}]},"
                                .formatted(LABELS)
                        + " status: {phase: 'Running', podIP: '1.2.3.4', containerStatuses: [{name: 'i', ready: true}]}}");
        api.put(
                NAMESPACE,
                "{metadata: {annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'enabled'}}}");
        api.put(
                ATTACHMENT,
                "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}}, spec: {config: '{\"type\":\"linkerd-cni\"}'}}");
        pod("{terminated: {exitCode: 0}}");
    }

    private void workload(String namespace, String plural, String name, String part) {
        var labels = part.isEmpty() ? "" : LABELS + ", 'app.kubernetes.io/name': '" + part + "'";
        api.put(
                "/apis/apps/v1/namespaces/%s/%s/%s".formatted(namespace, plural, name),
                "{metadata: {labels: {%s}}, %s, status: {readyReplicas: 1, desiredNumberScheduled: 1, numberReady: 1}}"
                        .formatted(labels, SPEC));
    }

    /** The meshed pod, whose network validator is in that state. */
    void pod(String validator) {
        api.put(POD, meshed(validator));
    }

    /** A meshed pod like that one. */
    static String meshed(String validator) {
        return """
                {metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd', app: 'web'},
                            annotations: {'k8s.v1.cni.cncf.io/networks': 'linkerd-cni',
                                          'k8s.v1.cni.cncf.io/network-status': '[{"name":"shop/linkerd-cni"}]'}},
                 spec: {nodeName: 'node-1',
                        initContainers: [{name: 'linkerd-network-validator', securityContext: {runAsUser: 65534}}],
                        containers: [{name: 'linkerd-proxy', securityContext: {runAsUser: 2102}}, {name: 'app'}]},
                 status: {phase: 'Running', podIP: '10.0.0.9',
                          initContainerStatuses: [{name: 'linkerd-network-validator', state: %s}],
                          containerStatuses: [{name: 'linkerd-proxy', ready: true}, {name: 'app', ready: true}]}}
                """.formatted(validator);
    }

    FakeApiServer api() {
        return api;
    }

    Called call(String... arguments) {
        return callOn(Look.PLAIN, arguments);
    }

    /** On a terminal that shows so much. */
    Called callOn(Look look, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return Called.on(look, Map.of(), all.toArray(String[]::new));
    }

    @Override
    public void close() {
        api.close();
    }
}
