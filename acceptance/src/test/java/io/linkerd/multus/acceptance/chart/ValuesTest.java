// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    /** A wrong value, and what the refusal has to say. */
    record Refusal(String key, String value, List<String> says) {
        static Refusal of(String key, String value, String... says) {
            return new Refusal(key, value, List.of(says));
        }
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                Refusal.of("instaler.enabled", "false", "linkerd-multus:", "'instaler' not allowed"),
                Refusal.of("global.platfrom", "openshift", "global.platfrom", "did you mean global.platform?"),
                Refusal.of("global.platform", "openshit", "global.platform: \"openshit\" does not match", "openshift"),
                Refusal.of(
                        "global.linkerd.name",
                        "x",
                        "global.linkerd.name is no value of this chart",
                        "cniNamespace, namespace"),
                Refusal.of("global.kubeconfigPath", "/etc/kubernetes/x", "global.kubeconfigPath", "does not match"),
                Refusal.of("global.kubeconfigPath", "/etc/cni/../x/y", "global.kubeconfigPath", "does not match"),
                Refusal.of(
                        "global.kubeconfigPath", "/etc/cni/a/b.conf", "global.kubeconfigPath", "must not end in .conf"),
                Refusal.of(
                        "global.attachments.scope",
                        "shared",
                        "global.attachments.scope: \"shared\" does not match",
                        "Shared"),
                Refusal.of("global.attachments.namespace", "a.b", "global.attachments.namespace"),
                Refusal.of("controller.cniConfigKey", "a/b", "at '/cniConfigKey'"),
                Refusal.of("controller.scc.bindings[0].namespace", "a.b", "at '/scc/bindings/0/namespace'"),
                Refusal.of("controller.repair.perMinute", "0", "at '/repair/perMinute'"),
                Refusal.of("installer.foo", "1", "installer:", "'foo' not allowed"),
                Refusal.of("installer.plugin.sauce", "none", "at '/plugin'", "'sauce' not allowed"),
                Refusal.of("installer.plugin.tokenLifetime", "soon", "at '/plugin/tokenLifetime'"),
                Refusal.of("installer.plugin.tokenLifetime", "5m", "at '/plugin/tokenLifetime'"),
                Refusal.of("installer.plugin.tokenLifetime", "400d", "at '/plugin/tokenLifetime'"),
                Refusal.of("installer.kubeconfigServer", "https://my_api:6443", "at '/kubeconfigServer'"),
                Refusal.of("global.linkerd.namespace", "mesh-system", "of its own", "mesh-system"),
                Refusal.of("global.linkerd.namespace", "openshift-mesh", "openshift-mesh is left alone", "let it in"),
                Refusal.of("global.linkerd.namespace", "kube-system", "kube-system is left alone"),
                Refusal.of("installer.maxUnavailable", "0", "at '/maxUnavailable'"),
                Refusal.of("installer.requirePodSecurity", "perhaps", "at '/requirePodSecurity'", "want boolean"),
                Refusal.of("installer.resources.limits.memory", "plenty", "at '/resources/limits/memory'"),
                Refusal.of("controller.image.tag", "1", "controller:", "at '/image/tag'", "want string"),
                Refusal.of("controller.replicas", "0", "at '/replicas'"),
                Refusal.of("webhook.replicas", "two", "webhook:", "at '/replicas'", "got string, want integer"),
                Refusal.of("webhook.failurePolicy", "Maybe", "at '/failurePolicy'", "'Fail', 'Ignore'"),
                Refusal.of("multus.binDir", "opt/cni/bin", "multus:", "at '/binDir'"),
                Refusal.of("multus.cniVersion", "2.0.0", "at '/cniVersion'", "'0.3.1'"),
                Refusal.of("multus.unknownPods", "Ignored", "at '/unknownPods'", "'TriedAgain'"),
                Refusal.of("multus.capabilities[0]", "net_admin", "at '/capabilities/0'"),
                Refusal.of("multus.connectionLimit", "0", "at '/connectionLimit'"),
                Refusal.of("multus.plugins.names[0]", "../x", "at '/plugins/names/0'"),
                Refusal.of("multus.socketdir", "/run/x", "'socketdir' not allowed"),
                Refusal.of("tests.image.name", "x", "at '/tests/image'", "'name' not allowed"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void areRefusedByNameWhenTheyAreWrong(Refusal refusal) {
        var values = new HashMap<>(Map.of(refusal.key(), refusal.value()));
        if (refusal.key().startsWith("multus.")) {
            values.put("multus.enabled", "true"); // Helm does not look at the values of a part that is switched off
        }
        assertThatThrownBy(() -> Chart.render(values)).message().contains(refusal.says());
    }

    /** Of a part by itself: set on the whole, Helm also writes to the build's output that the condition is no boolean. */
    @ParameterizedTest
    @ValueSource(strings = {"installer", "controller", "webhook", "multus"})
    void areRefusedWhereAPartIsNeitherOnNorOff(String part) {
        assertThatThrownBy(() -> Chart.renderPart(part, Map.of("enabled", "perhaps")))
                .message()
                .contains(part + ":", "at '/enabled'", "want boolean");
    }

    @Test
    void haveASchemaThatAllowsNothingUnknown() {
        assertThat(Chart.everywhere("values.schema.json"))
                .allSatisfy((part, schema) -> assertThat(loose(part, schema)).isEmpty());
    }

    /**
     * Places of a schema that take any key: those that another schema, the API server, or a template ({@link GlobalsTest}) looks
     * after.
     */
    private static Stream<String> loose(String place, JsonNode schema) {
        boolean lookedAfterElsewhere = place.matches(
                "(/properties/(installer|controller|webhook|multus))|(.*/properties/global)|(.*Affinity)");
        boolean takesAnything = schema.path("type").asText().equals("object") && !schema.has("additionalProperties");
        return Stream.concat(
                takesAnything && !lookedAfterElsewhere ? Stream.of(place) : Stream.empty(),
                schema.properties().stream().flatMap(entry -> loose(place + "/" + entry.getKey(), entry.getValue())));
    }

    @Test
    void areAllInTheReadme() {
        String readme = Chart.readme();

        assertThat(Chart.everywhere("values.yaml").entrySet().stream()
                        .flatMap(entry -> keys(entry.getKey().isEmpty() ? "" : entry.getKey() + ".", entry.getValue())))
                .allMatch(key -> mentioned(readme, key));
    }

    private static Stream<String> keys(String prefix, JsonNode values) {
        return values.properties().stream()
                .flatMap(entry ->
                        entry.getValue().isObject() && !entry.getValue().isEmpty()
                                ? keys(prefix + entry.getKey() + ".", entry.getValue())
                                : Stream.of(prefix + entry.getKey()));
    }

    /** A row of its own, or one of the object that the key is in, such as an image. */
    private static boolean mentioned(String readme, String key) {
        int parent = key.lastIndexOf('.');
        return readme.contains("| `" + key + "` |") || (parent > 0 && mentioned(readme, key.substring(0, parent)));
    }

    @Test
    void ofAllPartsHaveOneVersion() {
        assertThat(Chart.everywhere("Chart.yaml").values())
                .extracting(chart -> chart.path("version").asText()
                        + chart.path("appVersion").asText())
                .hasSize(5)
                .containsOnly("0.1.00.1.0");
    }
}
