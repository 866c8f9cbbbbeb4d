// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DaemonSettingsTest {
    private static final Map<String, String> LEAST = Map.of(
            "KUBERNETES_SERVICE_HOST", "10.96.0.1",
            "KUBERNETES_SERVICE_PORT", "443",
            "LINKERD_MULTUS_NAMESPACE", "mesh",
            "LINKERD_MULTUS_PROGRAM_TARGET_DIR", "/opt/cni/bin");

    /** As a daemon that ended with status 78 wherever the chart installed it, since one of them was unknown to it. */
    @Test
    void takesEveryVariableThatTheChartSets() throws Exception {
        var environment = new HashMap<>(LEAST);
        for (var file : new String[] {"templates/_helpers.tpl", "charts/multus/templates/daemonset.yaml"}) {
            var text = Files.readString(Path.of("../charts/linkerd-multus").resolve(file));
            var common = text.indexOf("\"linkerd-multus.commonEnv\"");
            var part = file.endsWith("tpl") ? text.substring(common, text.indexOf("{{- end -}}\n\n", common)) : text;
            var names = Pattern.compile("- name: ((?:LINKERD_)?MULTUS_[A-Z_]+)").matcher(part);
            while (names.find()) {
                environment.putIfAbsent(names.group(1), usual(names.group(1)));
            }
        }

        assertThat(environment).containsKeys("LINKERD_MULTUS_RELEASE", "LINKERD_MULTUS_POD_UID", "MULTUS_NODE_NAME");
        assertThat(DaemonSettings.read(environment).pod()).contains(new PodIdentity("mesh", "multus-x", "u1"));
    }

    private static String usual(String name) {
        return switch (name) {
            case "LINKERD_MULTUS_LOG_LEVEL" -> "info";
            case "LINKERD_MULTUS_LOG_FORMAT" -> "plain";
            case "LINKERD_MULTUS_POD_NAME" -> "multus-x";
            case "LINKERD_MULTUS_POD_UID" -> "u1";
            case "LINKERD_MULTUS_HEALTH_PORT" -> "9643";
            case "LINKERD_MULTUS_UNKNOWN_PODS" -> "tried-again";
            case "LINKERD_MULTUS_PROGRAMS" -> "multus-shim";
            case "LINKERD_MULTUS_PROGRAM_SOURCE_DIR" -> "/opt/linkerd-multus/bin,/plugins";
            default -> "some-name";
        };
    }

    @Test
    void aDaemonThatIsNotToldWhichPodItIsHasNone() throws InvalidSettings {
        assertThat(DaemonSettings.read(LEAST).pod()).isEmpty();
    }
}
