// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The operator in the place of Linkerd's CNI chart: on OpenShift {@code linkerd-cni-config} was made by no one. */
class CniChartTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final String NAMESPACE = "mesh";
    private static final String USUAL = """
            {
              "name": "linkerd-cni",
              "type": "linkerd-cni",
              "log_level": "info",
              "kubernetes": {
                "kubeconfig": "__KUBECONFIG_FILEPATH__"
              },
              "linkerd": {
                "incoming-proxy-port": 4143,
                "outgoing-proxy-port": 4140,
                "proxy-uid": 2102,
                "ports-to-redirect": [],
                "inbound-ports-to-ignore": ["4191", "4190"],
                "simulate": false,
                "use-wait-flag": false,
                "iptables-mode": "nft",
                "ipv6": false
              }
            }""";
    private static final String EVERYTHING = """
            {
              "name": "linkerd-cni",
              "type": "linkerd-cni",
              "log_level": "debug",
              "kubernetes": {
                "kubeconfig": "__KUBECONFIG_FILEPATH__"
              },
              "linkerd": {
                "incoming-proxy-port": 5143,
                "outgoing-proxy-port": 5140,
                "proxy-uid": 4294967294,
                "proxy-gid": 0,
                "ports-to-redirect": [80, 8080],
                "inbound-ports-to-ignore": ["5191", "5190", "25", "8000-8100"],
                "outbound-ports-to-ignore": ["443"],
                "subnets-to-ignore": ["10.0.0.0/8","fd00::/8"],
                "simulate": false,
                "use-wait-flag": true,
                "iptables-mode": "plain",
                "ipv6": true
              }
            }""";

    private static OperandSpec spec(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, OperandSpec.class);
    }

    private static Map<String, HasMetadata> objects(String yaml, Rendering.Platform platform) {
        return new Operand(spec(yaml), NAMESPACE, BundleImages.NONE)
                .objects(new Rendering(platform)).orElseThrow().stream()
                        .collect(Collectors.toMap(
                                object -> object.getKind() + "/"
                                        + object.getMetadata().getName(),
                                object -> object));
    }

    /** {@code linkerd check} looks for these. */
    @ParameterizedTest
    @EnumSource(Rendering.Platform.class)
    void replacedItsFiveObjectsAreThereAndOneDaemonSet(Rendering.Platform platform) {
        for (var mode : List.of("nad", "chained", "file")) {
            var objects = objects("{mode: %s, linkerd: {cniChart: Replace}}".formatted(mode), platform);

            assertThat(objects)
                    .containsKeys(
                            "ConfigMap/linkerd-cni-config",
                            "ClusterRole/linkerd-cni",
                            "ClusterRoleBinding/linkerd-cni",
                            "ServiceAccount/linkerd-cni",
                            "DaemonSet/linkerd-cni")
                    .doesNotContainKey("DaemonSet/linkerd-multus-installer");
            assertThat(variable(objects, "DAEMON_SET")).contains("linkerd-cni");
            assertThat(variable(objects, "SUCCESSOR")).contains("linkerd-multus-installer");
        }
    }

    @ParameterizedTest
    @CsvSource({"{}", "'{linkerd: {cniChart: Use, cniConfig: {proxyUID: 1}}}'", "{mode: chained}"})
    void usedNothingIsMadeUnderItsNames(String yaml) {
        assertThat(objects(yaml, Rendering.Platform.OPENSHIFT).keySet())
                .contains("DaemonSet/linkerd-multus-installer")
                .noneMatch(name -> name.contains("/linkerd-cni"));
    }

    @Test
    void saysWhatLinkerdsChartSaysUnlessThereIsMore() {
        assertThat(config("{linkerd: {cniChart: Replace}}")).isEqualTo(USUAL);
        assertThat(config("""
                {linkerd: {cniChart: Replace, cniConfig: {inboundProxyPort: 5143, outboundProxyPort: 5140,
                  proxyUID: 4294967294, proxyGID: 0, proxyAdminPort: 5191, proxyControlPort: 5190,
                  ignoreInboundPorts: [25, 8000-8100], ignoreOutboundPorts: ['443'], ignoreSubnets: [10.0.0.0/8, 'fd00::/8'],
                  portsToRedirect: [80, 8080], iptablesMode: plain, disableIPv6: false, useWaitFlag: true,
                  logLevel: debug}}}""")).isEqualTo(EVERYTHING);
    }

    /** An empty list, and a group below 0, are as if nothing was said. */
    @Test
    void saysNothingOfWhatThereIsNone() {
        assertThat(config("""
                {linkerd: {cniChart: Replace, cniConfig: {proxyGID: -1, ignoreInboundPorts: [], ignoreOutboundPorts: [],
                  ignoreSubnets: [], portsToRedirect: []}}}""")).isEqualTo(USUAL);
    }

    /** Nodes without attachments read another ConfigMap, which says the same. */
    @Test
    void reachesNodesWithoutAttachmentsToo() {
        var objects = objects(
                "{mode: chained, linkerd: {cniChart: Replace, cniConfig: {proxyUID: 7}}}",
                Rendering.Platform.OPENSHIFT);

        assertThat(data(objects, "linkerd-multus-installer-network", "config"))
                .isEqualTo(data(objects, "linkerd-cni-config", "cni_network_config"))
                .contains("\"proxy-uid\": 7,");
    }

    @Test
    void theFolderOfTheKubeconfigIsTheSpecs() {
        var objects =
                objects("{kubeconfigPath: /etc/cni/a/b, linkerd: {cniChart: Replace}}", Rendering.Platform.OPENSHIFT);

        assertThat(data(objects, "linkerd-cni-config", "dest_cni_net_dir")).isEqualTo("/etc/cni/a");
        assertThat(data(objects, "linkerd-cni-config", "dest_cni_bin_dir")).isEqualTo("/var/lib/cni/bin");
    }

    /** Wherever the process is told that Linkerd's chart keeps it. */
    @Test
    void theControllerReadsTheConfigMapThatTheOperandMakes() {
        assertThat(ControllerVariables.of(spec("{linkerd: {cniChart: Replace}}"), NAMESPACE))
                .containsEntry("LINKERD_MULTUS_CNI_NAMESPACE", NAMESPACE)
                .containsEntry("LINKERD_MULTUS_CNI_CONFIG_MAP", "linkerd-cni-config")
                .containsEntry("LINKERD_MULTUS_CNI_CONFIG_KEY", "cni_network_config");
        assertThat(ControllerVariables.of(spec("{}"), NAMESPACE))
                .doesNotContainKeys("LINKERD_MULTUS_CNI_NAMESPACE", "LINKERD_MULTUS_CNI_CONFIG_MAP");
    }

    @Test
    void portsThatEndBeforeTheyBeginAreAProblem() {
        assertThat(SpecProblems.of(
                        spec(
                                "{linkerd: {cniConfig: {ignoreInboundPorts: [80, 4191-4190], ignoreOutboundPorts: [1-1]}}}"),
                        NAMESPACE,
                        Rendering.Platform.OPENSHIFT))
                .containsExactly(
                        "spec.linkerd.cniConfig: the ports 4191-4190 end before they begin; write the lower one first");
    }

    /** What is watched by its name has to be known before it is asked for. */
    @Test
    void whatAnOperandCanHaveHasBothNames() {
        assertThat(new Rendering(Rendering.Platform.OPENSHIFT)
                        .all(NAMESPACE).stream()
                                .filter(object -> object instanceof DaemonSet)
                                .map(object -> object.getMetadata().getName())
                                .distinct())
                .containsExactlyInAnyOrder("linkerd-multus-installer", "linkerd-cni");
    }

    private static String config(String yaml) {
        return data(objects(yaml, Rendering.Platform.OPENSHIFT), "linkerd-cni-config", "cni_network_config");
    }

    private static String data(Map<String, HasMetadata> objects, String configMap, String key) {
        return Optional.ofNullable(objects.get("ConfigMap/" + configMap))
                .map(object -> ((ConfigMap) object).getData().get(key))
                .orElse("");
    }

    private static Optional<String> variable(Map<String, HasMetadata> objects, String name) {
        return Optional.ofNullable(objects.get("DaemonSet/linkerd-cni"))
                .flatMap(object -> ((DaemonSet) object)
                        .getSpec().getTemplate().getSpec().getContainers().getFirst().getEnv().stream()
                                .filter(variable -> variable.getName().equals("LINKERD_MULTUS_" + name))
                                .map(EnvVar::getValue)
                                .findFirst());
    }
}
