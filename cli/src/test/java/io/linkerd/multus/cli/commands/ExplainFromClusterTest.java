// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainFromClusterTest {
    private static final String POD = "/api/v1/namespaces/shop/pods/web";
    private static final String MESHED =
            "spec: {containers: [{name: 'app'}, {name: 'linkerd-proxy', securityContext: {runAsUser: 2102}}]}";

    private final FakeApiServer api = FakeApiServer.plain()
            .define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true)
            .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void explainsAPodOfTheClusterByWhatIsAroundIt() throws IOException {
        api.put("/api/v1/namespaces/shop", "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}");
        api.put(
                "/apis/security.openshift.io/v1/securitycontextconstraints/ours",
                "{runAsUser: {type: 'MustRunAsRange', uidRangeMin: 5000, uidRangeMax: 5009}, seccompProfiles: ['*']}");
        api.put(POD, "{metadata: {annotations: {'openshift.io/scc': 'ours'}}, " + MESHED + "}");
        release("shared", "offset", "Refuse");
        var called = explain("shop/web", "-o", "json");
        assertThat(called.exit()).as(called.toString()).isEqualTo(Exit.FINE);
        assertThat(called.pod().path("assumed")).as(called.out()).isEmpty();
        assertThat(called.pod().path("patch").toString())
                .contains(
                        "\"default/linkerd-cni\"",
                        "\"path\":\"/spec/containers/1/securityContext/runAsUser\",\"value\":5009");
        assertThat(api.requests("GET /api/v1/namespaces/shop?")).isEmpty();
        assertThat(api.requests("GET /api/v1/namespaces/shop"))
                .as("each object is asked for once")
                .hasSize(2);
        assertThat(api.writes()).isEmpty();
    }

    @Test
    void refusesWithoutAttachmentAndSaysThatNoReleaseWasFound() throws IOException {
        api.put("/api/v1/namespaces/shop", "{}");
        api.put(POD, "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}, " + MESHED + "}");
        var called = explain("web", "-n", "shop");
        assertThat(called.exit()).as(called.toString()).isEqualTo(Exit.WRONG);
        assertThat(called.out())
                .startsWith("XX Pod web in namespace shop (from the cluster) is refused\n")
                .contains("    cause:   no-attachment\n")
                .contains(
                        "    assumed: the webhook goes by the chart's standard values: the cluster has no Deployment of"
                                + " linkerd-multus' webhook\n");
        api.put("/apis/k8s.cni.cncf.io/v1/namespaces/shop/network-attachment-definitions/linkerd-cni", "{}");
        assertThat(explain("web", "-n", "shop").exit()).isEqualTo(Exit.FINE);
    }

    @Test
    void saysWhatAUserOfOneNamespaceMayNotSee() throws IOException {
        api.put(
                "/api/v1/namespaces/shop",
                "{metadata: {annotations: {'linkerd.io/multus': 'enabled',"
                        + " 'openshift.io/sa.scc.uid-range': '1000660000/10000'}}}");
        api.put(POD, "{metadata: {annotations: {'openshift.io/scc': 'restricted-v2'}}, " + MESHED + "}");
        api.fail("GET /apis/apps/v1/deployments", Failure.status(403));
        api.fail("GET /apis/security.openshift.io", Failure.status(403));
        var called = explain("shop/web");
        assertThat(called.exit()).as(called.toString()).isEqualTo(Exit.FINE);
        assertThat(called.out())
                .contains("    assumed: the webhook goes by the chart's standard values: this user has no right to list"
                        + " deployments in all namespaces\n")
                .contains(
                        "    assumed: SecurityContextConstraints restricted-v2 are as OpenShift delivers them: this user has no"
                                + " right to get SecurityContextConstraints restricted-v2\n");
        api.fail("GET /api/v1/namespaces/shop", Failure.status(403));
        assertThat(explain("shop/web").err()).contains("this user has no right to get pods in namespace shop");
    }

    @Test
    void explainsAFileByWhatTheClusterHas() throws IOException {
        api.put(
                "/api/v1/namespaces/shop",
                "{metadata: {annotations: {'linkerd.io/multus': 'enabled', 'linkerd.io/inject': 'enabled'}}}");
        release("per-namespace", "highest", "Perhaps");
        var file = Files.writeString(
                folder.resolve("job.yaml"),
                "{kind: Job, metadata: {name: once}, spec: {template: {spec: {hostUsers: false, containers: [{name: app}]}}}}");
        var called = explain("-n", "shop", "-f", file.toString());
        assertThat(called.exit()).as(called.toString()).isEqualTo(Exit.WRONG);
        assertThat(called.out())
                .contains("is refused\n", "    cause:   user-namespace\n", "Linkerd's injector (cniEnabled) has added")
                .contains(
                        "the webhook's variable LINKERD_MULTUS_ON_USER_NAMESPACE is unset: its value Perhaps must be Refuse or Warn");
        api.edit("/apis/apps/v1/namespaces/mesh/deployments/webhook", deployment("per-namespace", "highest", "Warn"));
        assertThat(explain("-n", "shop", "-f", file.toString()).out())
                .contains("is admitted", "    warning: it has hostUsers: false");
    }

    @Test
    void saysThatThereIsNoSuchPodOrNoWayToTheCluster() throws IOException {
        assertThat(explain("shop/gone").err()).contains("there is no namespace shop");
        api.put("/api/v1/namespaces/shop", "{}");
        var absent = explain("shop/gone");
        assertThat(absent.err()).contains("namespace shop has no pod gone; kubectl get pods -n shop lists");
        assertThat(absent.exit()).isEqualTo(Exit.USAGE);
        api.refuseConnections();
        var unreachable = explain("shop/gone");
        assertThat(unreachable.exit()).as(unreachable.toString()).isEqualTo(Exit.NO_CLUSTER);
    }

    private void release(String scope, String strategy, String onUserNamespace) {
        api.put("/apis/apps/v1/namespaces/mesh/deployments/webhook", deployment(scope, strategy, onUserNamespace));
    }

    private static String deployment(String scope, String strategy, String onUserNamespace) {
        return ("{metadata: {labels: {'app.kubernetes.io/name': 'webhook', 'app.kubernetes.io/part-of': 'linkerd-multus'}},"
                        + " spec: {template: {spec: {containers: [{name: 'webhook', env: ["
                        + "{name: 'LINKERD_MULTUS_ATTACHMENT_SCOPE', value: '%s'},"
                        + "{name: 'LINKERD_MULTUS_PROXY_UID_STRATEGY', value: '%s'},"
                        + "{name: 'LINKERD_MULTUS_ON_USER_NAMESPACE', value: '%s'}]}]}}}}")
                .formatted(scope, strategy, onUserNamespace);
    }

    private Explained explain(String... arguments) throws IOException {
        var kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: it, cluster: {server: "%s"}}]
                users: [{name: me, user: {token: mine}}]
                contexts: [{name: it, context: {cluster: it, user: me}}]
                current-context: it
                """.formatted(api.url()));
        return Explained.explain(
                "",
                Stream.concat(Stream.of(arguments), Stream.of("--kubeconfig", kubeconfig.toString()))
                        .toArray(String[]::new));
    }
}
