// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the chart makes of its part {@code multus}. */
class MultusPartTest {
    private static final String NAME = MultusRendering.NAME;

    @Test
    void isNotThereUnlessItIsAskedFor() {
        assertThat(Chart.render(Map.of()).all())
                .noneMatch(object -> Rendering.name(object).startsWith(NAME))
                .noneMatch(object -> object.at("/metadata/labels/app.kubernetes.io~1name")
                        .asText()
                        .equals("multus"));
    }

    /** Each is a mount of the node that is made after the daemon's pod. */
    @Test
    void networkNamespacesOfLaterPodsAreSeen() {
        var root = MultusRendering.of(Map.of()).mountOf("/");

        assertThat(root.path("mountPropagation").asText()).isEqualTo("HostToContainer");
    }

    @Test
    void foldersOfFilesThatAreNamedAreMountedOnce() {
        var objects = MultusRendering.of(Map.of(
                "readinessindicatorfile", "/run/x/y.conf",
                "logFile", "/run/x/multus.log",
                "multusAutoconfigDir", "/etc/cni/net.d"));

        assertThat(objects.mountOf("/run/x").path("mountPath").asText()).isEqualTo("/run/x");
        assertThat(elements(objects.daemon().path("volumeMounts"))
                        .map(mount -> mount.path("mountPath").asText()))
                .doesNotHaveDuplicates()
                .contains("/etc/cni/net.d");
    }

    @Test
    void theDaemonIsRootWithTheCapabilitiesThatAreNamed() {
        var pod = MultusRendering.of(Map.of()).pod().path("spec");
        var context = MultusRendering.of(Map.of()).daemon().path("securityContext");

        assertThat(pod.path("hostNetwork").asBoolean()).isTrue();
        assertThat(pod.path("hostPID").asBoolean()).isTrue();
        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isEqualTo(45);
        assertThat(pod.path("priorityClassName").asText()).isEqualTo("system-node-critical");
        assertThat(context.path("privileged").asBoolean(true)).isFalse();
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(texts(context.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(texts(context.at("/capabilities/add"))).contains("SYS_CHROOT", "SYS_ADMIN", "NET_ADMIN", "NET_RAW");
        assertThat(MultusRendering.of(Map.of()).daemon().path("resources").has("limits"))
                .isFalse();
    }

    @Test
    void privilegedItHasNoListOfCapabilities() {
        var objects = MultusRendering.of("openshift", Map.of("privileged", "true"));
        var context = objects.daemon().path("securityContext");

        assertThat(context.path("privileged").asBoolean()).isTrue();
        assertThat(context.has("capabilities")).isFalse();
        assertThat(objects.objects()
                        .one("SecurityContextConstraints", NAME)
                        .path("allowPrivilegedContainer")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void constraintsAllowWhatTheDaemonHasAndNoMore() {
        var objects = MultusRendering.of("openshift", Map.of());
        var constraints = objects.objects().one("SecurityContextConstraints", NAME);

        assertThat(texts(constraints.path("allowedCapabilities")))
                .isEqualTo(texts(objects.daemon().at("/securityContext/capabilities/add")));
        assertThat(constraints.path("allowPrivilegedContainer").asBoolean(true)).isFalse();
        for (var allowed : List.of("allowHostNetwork", "allowHostPID", "allowHostPorts", "allowHostDirVolumePlugin")) {
            assertThat(constraints.path(allowed).asBoolean()).isTrue();
        }
        assertThat(constraints.path("allowHostIPC").asBoolean(true)).isFalse();
        assertThat(MultusRendering.of(Map.of()).objects().ofKind("SecurityContextConstraints"))
                .isEmpty();
    }

    /** AppArmor is a field of containers from 1.30 on. */
    @Test
    void olderKubernetesIsToldOfAppArmorByAnAnnotation() {
        var older = new MultusRendering(
                Chart.renderOn("1.29.0", Map.of("multus.enabled", "true", "global.platform", "kubernetes")));

        assertThat(older.daemon().path("securityContext").has("appArmorProfile"))
                .isFalse();
        assertThat(older.objects()
                        .one("DaemonSet", NAME)
                        .at("/spec/template/metadata/annotations")
                        .path("container.apparmor.security.beta.kubernetes.io/multus")
                        .asText())
                .isEqualTo("unconfined");
        assertThat(MultusRendering.of(Map.of())
                        .daemon()
                        .at("/securityContext/appArmorProfile/type")
                        .asText())
                .isEqualTo("Unconfined");
    }

    @Test
    void mayWriteOfPodsTheirStatusAlone() {
        var rules = elements(MultusRendering.of(Map.of())
                        .objects()
                        .one("ClusterRole", NAME)
                        .path("rules"))
                .map(rule -> texts(rule.path("resources")) + " " + texts(rule.path("verbs")));

        assertThat(rules)
                .containsExactly(
                        "[pods] [get, list, watch]",
                        "[pods/status] [patch]",
                        "[network-attachment-definitions] [get, list, watch]",
                        "[events] [create, patch]",
                        "[namespaces] [get, list, watch]");
        assertThat(elements(
                        MultusRendering.of(Map.of()).objects().one("Role", NAME).path("rules")))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("resourceNames"))).containsExactly(NAME));
    }

    @Test
    void bringsTheReferencePluginsThatAreNamed() {
        var objects = MultusRendering.of(Map.of(
                "plugins.names[0]",
                "macvlan",
                "plugins.names[1]",
                "static",
                "plugins.image.repository",
                "r.example/p"));
        var copying = objects.pod().path("spec").at("/initContainers/0");

        assertThat(texts(copying.path("command")))
                .containsExactly("cp", "/opt/cni/bin/macvlan", "/opt/cni/bin/static", "/plugins");
        assertThat(copying.path("image").asText()).isEqualTo("r.example/p:latest");
        assertThat(variable(objects.daemon(), "LINKERD_MULTUS_PROGRAMS")).isEqualTo("multus-shim,macvlan,static");
        assertThat(variable(objects.daemon(), "LINKERD_MULTUS_PROGRAM_SOURCE_DIR"))
                .isEqualTo("/opt/linkerd-multus/bin,/plugins");
        assertThat(MultusRendering.of(Map.of()).pod().path("spec").has("initContainers"))
                .isFalse();
        assertThatThrownBy(() -> MultusRendering.of(Map.of("plugins.names[0]", "macvlan")))
                .hasMessageContaining("multus.plugins.names: say in multus.plugins.image");
    }

    @ParameterizedTest
    @CsvSource({"TriedAgain, tried-again", "AnsweredWithoutNetwork, answered-without-network"})
    void saysWhatBecomesOfPodsThatAreNotKnown(String value, String variable) {
        assertThat(variable(MultusRendering.of(Map.of("unknownPods", value)).daemon(), "LINKERD_MULTUS_UNKNOWN_PODS"))
                .isEqualTo(variable);
    }

    /** A daemon reads its configuration when it starts. */
    @Test
    void aChangedConfigurationReplacesTheDaemons() {
        assertThat(annotations(Map.of("logLevel", "debug"))).isNotEqualTo(annotations(Map.of()));
        assertThat(annotations(Map.of("unknownPods", "TriedAgain"))).isEqualTo(annotations(Map.of()));
    }

    @Test
    void theNotesTellOfIt() {
        assertThat(Chart.notes(Map.of("multus.enabled", "true")))
                .contains("Multus is part of it", "daemonset/mesh-multus", "in mode nad");
        assertThat(Chart.notes(Map.of())).doesNotContain("Multus is part of it", NAME);
    }

    private static JsonNode annotations(Map<String, String> values) {
        return MultusRendering.of(values).pod().at("/metadata/annotations");
    }
}
