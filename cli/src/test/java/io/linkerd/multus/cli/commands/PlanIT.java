// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.service.fakeapi.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanIT extends OnClusterOfOurs {
    private static final String CONFIG_MAP = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";
    private static final String OWNER = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-owner";
    private static final String CONTROLLER =
            "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-controller";

    @BeforeEach
    void begin() throws IOException {
        cluster.api().put(OWNER, "{}");
        cluster.api().edit(CONTROLLER, """
                {"spec": {"template": {"spec": {"containers": [{"name": "x", "env": [
                  {"name": "LINKERD_MULTUS_RELEASE", "value": "linkerd-multus"},
                  {"name": "LINKERD_MULTUS_OWNER", "value": "linkerd-multus-owner"},
                  {"name": "LINKERD_MULTUS_EXCLUDED_NAMESPACES", "value": "linkerd-multus,kube-system"}]}]}}}}""");
        configMap(2102);
        cluster.api().remove(ClusterOfOurs.ATTACHMENT);
    }

    @AfterEach
    void end() {
        assertThat(cluster.api().writes()).isEmpty();
    }

    private void configMap(int proxyUid) {
        cluster.api()
                .put(
                        CONFIG_MAP,
                        "{data: {cni_network_config: '{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":%d}}'}}"
                                .formatted(proxyUid));
    }

    /** As the controller would leave it. */
    private void attachment(String namespace) {
        var uid = cluster.api().get(OWNER).orElseThrow().at("/metadata/uid").asText();
        var config =
                "{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":2102},\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\","
                        + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"}}";
        cluster.api()
                .put(ClusterOfOurs.ATTACHMENT.replace("/shop/", "/" + namespace + "/"), """
                {metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus', 'app.kubernetes.io/instance': 'linkerd-multus'},
                            ownerReferences: [{apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole',
                                               name: 'linkerd-multus-owner', uid: '%s'}]},
                 spec: {config: '%s'}}""".formatted(uid, config));
    }

    @Test
    void whatIsMissingIsCreatedAndNamesItsOwner() {
        var called = cluster.call("plan", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.err()).isEmpty();
        assertThat(called.out())
                .startsWith("""
                        # create NetworkAttachmentDefinition shop/linkerd-cni: the namespace asks for it
                        +apiVersion: k8s.cni.cncf.io/v1
                        +kind: NetworkAttachmentDefinition
                        +metadata:
                        """)
                .contains("+    app.kubernetes.io/instance: linkerd-multus\n", "+        \"proxy-uid\": 2102\n")
                .contains("+    name: linkerd-multus-owner\n")
                .endsWith("# 1 to create\n");
    }

    @Test
    void whereAllIsAsItHasToBeThereIsNothingToWrite() {
        attachment("shop");
        attachment("linkerd");

        var called = cluster.call("plan");

        assertThat(called.out()).isEqualTo("# nothing to write\n");
        assertThat(called.code()).isEqualTo(Exit.FINE);
    }

    @Test
    void aChangeShowsTheLineThatDiffers() {
        attachment("shop");
        configMap(2103);

        assertThat(cluster.call("plan", "-n", "shop").out())
                .startsWith(
                        "# change NetworkAttachmentDefinition shop/linkerd-cni: it says something else than it has to\n")
                .contains("\n-        \"proxy-uid\": 2102\n+        \"proxy-uid\": 2103\n", "\n   name: linkerd-cni\n")
                .endsWith("# 1 to change\n");
    }

    /** What differs in blanks alone is shown as the objects have it. */
    @Test
    void aChangeThatAReaderWouldNotSeeIsShownAsItIs() {
        attachment("shop");
        var config = cluster.api()
                .get(ClusterOfOurs.ATTACHMENT)
                .orElseThrow()
                .at("/spec/config")
                .asText();
        cluster.api()
                .edit(ClusterOfOurs.ATTACHMENT, "{\"spec\": {\"config\": " + quoted(config.replace(":", ": ")) + "}}");

        assertThat(cluster.call("plan", "-n", "shop").out()).contains("\n-  config: \"{", "\n+  config: \"{");
    }

    /** A part of a configuration that turns the direction of what comes after it looked as it was not. */
    @Test
    void noFormatCharacterOfAnObjectReachesTheTerminal() {
        attachment("shop");
        cluster.api().edit(ClusterOfOurs.ATTACHMENT, """
                {"spec": {"config": "{\\"type\\": \\"linkerd\u202e\u200b-cni\\"}"}}""");

        for (var form : List.of("text", "json")) {
            var out = cluster.call("plan", "-n", "shop", "-o", form).out();

            assertThat(out).contains("linkerd\\u202e\\u200b-cni").doesNotContain("\u202e", "\u200b");
        }
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }

    /** While a pod refers to it, an attachment stays, and the plan says which. */
    @Test
    void anAttachmentThatPodsUseStaysAndOneThatNoneUsesGoes() {
        attachment("shop");
        attachment("linkerd");
        cluster.api().put(ClusterOfOurs.NAMESPACE, "{}");

        var used = cluster.call("plan");
        cluster.api().remove(ClusterOfOurs.POD);
        var unused = cluster.call("plan");

        assertThat(used.out()).contains("# event: shop: ", "shop/web-0").endsWith("# nothing to write\n");
        assertThat(used.code()).isEqualTo(Exit.FINE);
        assertThat(unused.out())
                .startsWith(
                        "# delete NetworkAttachmentDefinition shop/linkerd-cni: the namespace does not ask for it any more,"
                                + " and no pod uses it\n-apiVersion")
                .endsWith("# 1 to delete\n");
    }

    /** As helm takes them. */
    @Test
    void otherValuesMakeAnotherPlan() throws IOException {
        attachment("shop");
        attachment("linkerd");
        var file = Files.writeString(folder.resolve("values.yaml"), """
                global:
                  attachments: {scope: Shared, namespace: open}
                installer:
                  tolerations: [{operator: Exists}]
                """).toString();
        cluster.api().put("/api/v1/namespaces/open", "{}");
        cluster.api().remove(ClusterOfOurs.POD);

        var called = cluster.call("plan", "-f", file);

        assertThat(called.out())
                .contains("# create NetworkAttachmentDefinition open/linkerd-cni: all namespaces share it\n")
                .contains("# delete NetworkAttachmentDefinition shop/linkerd-cni: all namespaces share one now")
                .contains("# note: what the controller writes does not depend on these values: installer\n")
                .endsWith("# 1 to create, 2 to delete\n");
        assertThat(cluster.call("plan", "-f", file, "--set", "global.attachments.scope=PerNamespace")
                        .out())
                .doesNotContain("open/linkerd-cni");
        assertThat(cluster.call("plan", "--set", "global.excludedNamespaces={shop,linkerd}")
                        .out())
                .endsWith("# 2 to delete\n");
    }

    @Test
    void aNamespaceThatThereIsNotIsAnError() {
        var called = cluster.call("plan", "-n", "shpo");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.err()).contains("there is no namespace shpo");
    }

    @Test
    void aValueThatThereIsNotIsAnErrorThatNamesThoseThereAre() {
        var called = cluster.call("plan", "--set", "global.attachment.scope=Shared");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.err())
                .contains("global.attachment is no value that a plan knows", "global.attachments.scope,");
        assertThat(cluster.call("plan", "--set", "global.attachments.scope=shared")
                        .err())
                .contains("global.attachments.scope has to be one of PerNamespace, Shared");
        assertThat(cluster.call("plan", "--set", "installer.enabled=false").code())
                .isEqualTo(Exit.USAGE);
    }

    /** The installer's own words, as {@code check} has them. */
    @Test
    void nodesThatLackThePluginAreNamedWithTheirInstallersWords() throws JsonProcessingException {
        attachment("shop");
        attachment("linkerd");
        cluster.api().put("/api/v1/namespaces/linkerd-multus/pods/installer-1", """
                {metadata: {labels: {'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name': 'installer'}},
                 spec: {nodeName: 'node-1', containers: [{name: 'i'}]},
                 status: {phase: 'Running', containerStatuses: [{name: 'i', ready: false}]}}""");
        cluster.api().put("/api/v1/namespaces/default/events/e", """
                {involvedObject: {kind: 'Node', name: 'node-1'}, reason: 'NodeFolder', type: 'Warning',
                 reportingComponent: 'linkerd-multus/installer', lastTimestamp: '2026-11-28T09:00:00Z',
                 message: 'the folder /opt/cni/bin cannot be written'}""");
        cluster.api().put("/api/v1/nodes/node-2", "{status: {conditions: [{type: 'Ready', status: 'True'}]}}");

        var called = cluster.call("plan");

        assertThat(called.out())
                .contains(
                        "# node node-1 lacks the plugin: installer-1 is not ready: the folder /opt/cni/bin cannot be written\n")
                .contains("# node node-2 lacks the plugin: it has no installer's pod\n");
        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(new ObjectMapper()
                        .readTree(cluster.call("plan", "-o", "json").out())
                        .path("nodes"))
                .hasSize(2);
    }

    @Test
    void aUserOfOneNamespaceGetsWhatHeMaySeeAndALineForTheRest() {
        for (var path : new String[] {
            "/api/v1/nodes",
            "/apis/apps/v1",
            "/apis/rbac.authorization.k8s.io",
            "/api/v1/namespaces/linkerd",
            "/api/v1/pods",
            "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions"
        }) {
            cluster.api().fail("GET " + path, Failure.status(403));
        }

        var called = cluster.call("plan", "-n", "shop");

        assertThat(called.out())
                .startsWith("# create NetworkAttachmentDefinition shop/linkerd-cni")
                .contains("# not looked at: this user has no right to get configmaps in namespace linkerd-cni\n")
                .contains("# not looked at: this user has no right to get clusterroles\n")
                .contains("chart's standard values: this user has no right to list deployments")
                .contains("# note: what nodes lack is not known");
        assertThat(called.code()).isEqualTo(Exit.WRONG);
        attachment("shop");
        var nothing = cluster.call("plan", "-n", "shop");
        assertThat(nothing.out()).endsWith("# nothing to write of what could be seen\n");
        assertThat(nothing.code()).isEqualTo(Exit.NO_CLUSTER);
    }

    /** The list of attachments failed, so nothing was planned: a pipeline took it for "nothing would be written". */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions",
                "/api/v1/namespaces/shop",
                "/api/v1/namespaces/linkerd-cni/configmaps",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings",
                "/apis/apps/v1/deployments"
            })
    void aListThatFailsIsNoEmptyPlan(String list) {
        attachment("shop");
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        assertThat(cluster.call("plan", "-n", "shop").code()).isEqualTo(Exit.FINE);
        cluster.api().fail("GET " + list, Failure.status(500));

        var called = cluster.call("plan", "-n", "shop");

        assertThat(called.out()).contains("failed by the test");
        assertThat(called.code()).isNotEqualTo(Exit.FINE);
    }

    @Test
    void withoutTheRightToSeeTheOwnerThePlanIsWhole() {
        attachment("shop");
        cluster.api().fail("GET " + OWNER, Failure.status(403));

        var called = cluster.call("plan", "-n", "shop");

        assertThat(called.out()).contains("no right to get clusterroles", "# nothing to write");
        assertThat(called.code()).isEqualTo(Exit.FINE);
    }

    /** OpenShift. */
    @Test
    void bindingsOfSccsArePlannedWhereTheClusterHasThem() throws JsonProcessingException {
        attachment("shop");
        attachment("linkerd");
        cluster.api()
                .define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);

        var writes = new ObjectMapper()
                .readTree(cluster.call("plan", "-o", "json").out())
                .path("writes");

        assertThat(writes.findValuesAsText("kind")).contains("Role", "RoleBinding");
        assertThat(writes.toString()).contains("\"name\":\"linkerd-multus-scc\"", "linkerd-proxy-injector");
        assertThat(writes.path(0).path("before").isNull()).isTrue();
    }

    @Test
    void threeThousandNamespacesArePlannedInTime() {
        for (int i = 0; i < 3000; i++) {
            cluster.api()
                    .put("/api/v1/namespaces/n" + i, "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}");
            if (i % 2 == 0) {
                attachment("n" + i);
            }
        }
        attachment("n1");
        configMap(7);

        assertTimeout(
                Duration.ofSeconds(40),
                () -> assertThat(cluster.call("plan").out()).endsWith("# 1501 to create, 1501 to change\n"));
    }
}
