// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ControllerSettingsTest {
    private static final Map<String, String> LEAST =
            Map.of("LINKERD_MULTUS_POD_NAME", "controller-1", "LINKERD_MULTUS_NAMESPACE", "linkerd-multus");

    @Test
    void hasDefaultsForAllButThePodsOwnName() throws InvalidSettings {
        assertThat(ControllerSettings.read(LEAST))
                .isEqualTo(new ControllerSettings(
                        "linkerd-multus",
                        new CniSettings(
                                "linkerd-cni",
                                "linkerd-cni-config",
                                "cni_network_config",
                                "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig"),
                        new AttachmentSettings(
                                AttachmentScope.PER_NAMESPACE, Duration.ofMinutes(10), false, Optional.empty()),
                        "linkerd",
                        new ExcludedNamespaces(Set.of("kube-system", "kube-public", "kube-node-lease"), true),
                        Optional.empty(),
                        new LeaseSettings("linkerd-multus", "linkerd-multus-controller", "controller-1"),
                        new SccSettings(
                                "system:openshift:scc:nonroot-v2",
                                Map.of(
                                        "linkerd",
                                        Set.of(
                                                "linkerd-destination",
                                                "linkerd-identity",
                                                "linkerd-proxy-injector",
                                                "linkerd-heartbeat"),
                                        "linkerd-viz",
                                        Set.of(
                                                "metrics-api",
                                                "namespace-metadata",
                                                "prometheus",
                                                "tap",
                                                "tap-injector",
                                                "web"),
                                        "linkerd-multicluster",
                                        Set.of(
                                                "linkerd-gateway",
                                                "linkerd-local-service-mirror",
                                                "namespace-metadata"))),
                        true,
                        RepairSettings.perMinute(60),
                        ReachSettings.OFF,
                        new RolloutSettings("linkerd-multus-controller", "linkerd-multus"),
                        OperatorSettings.OFF,
                        8080));
    }

    @Test
    void anEmptyListOfServiceAccountsBindsNobody() throws InvalidSettings {
        assertThat(ControllerSettings.read(with("SCC_SERVICE_ACCOUNTS=")).scc().serviceAccounts())
                .isEmpty();
    }

    @Test
    void boundsHowManyServiceAccountsThereMayBe() {
        var many = IntStream.rangeClosed(0, SccSettings.MOST).mapToObj(number -> "a" + number);
        assertThatThrownBy(() ->
                        ControllerSettings.read(with("SCC_SERVICE_ACCOUNTS=" + many.collect(Collectors.joining(",")))))
                .hasMessageContaining("LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS=401 of them must be at most 400");
    }

    @Test
    void readsEveryKey() throws InvalidSettings {
        var environment = with(
                "CNI_NAMESPACE=cni",
                "CNI_CONFIG_MAP=config",
                "CNI_CONFIG_KEY=plugin.json",
                "ATTACHMENT_SCOPE=shared",
                "ATTACHMENT_NAMESPACE=nets",
                "ATTACHMENT_HANDOVER=1m",
                "ADOPT_ATTACHMENTS=true",
                "CONTROL_PLANE_NAMESPACE=mesh",
                "EXCLUDED_NAMESPACES=legacy",
                "EXCLUDE_OPENSHIFT=false",
                "KUBECONFIG_PATH=/etc/kubeconfig",
                "INSTALLER=linkerd-cni",
                "OWNER=role",
                "LEASE=lease",
                "RELEASE=release",
                "SCC=system:openshift:scc:anyuid",
                "SCC_SERVICE_ACCOUNTS=a, linkerd-viz/b,,a, mesh/b",
                "POLICY_LEASE=false",
                "LOOK_FOR_MULTUS=2m",
                "REPAIR=false",
                "REPAIR_PER_MINUTE=12",
                "WEBHOOK=hook",
                "REACH_PAUSE=5s",
                "ROLLOUTS_ACCOUNT=operator",
                "ROLLOUTS_DRY_RUN_NAMESPACE=probes",
                "OPERATOR=true",
                "VERSION=0.2.0",
                "HEALTH_PORT=0",
                "LOG_LEVEL=debug");
        assertThat(ControllerSettings.read(environment))
                .isEqualTo(new ControllerSettings(
                        "release",
                        new CniSettings("cni", "config", "plugin.json", "/etc/kubeconfig", Optional.of("linkerd-cni")),
                        new AttachmentSettings(
                                new AttachmentScope(true, "nets"),
                                Duration.ofMinutes(1),
                                true,
                                Optional.of(Duration.ofMinutes(2))),
                        "mesh",
                        new ExcludedNamespaces(Set.of("legacy"), false),
                        Optional.of("role"),
                        new LeaseSettings("linkerd-multus", "lease", "controller-1"),
                        new SccSettings(
                                "system:openshift:scc:anyuid",
                                Map.of("mesh", Set.of("a", "b"), "linkerd-viz", Set.of("b"))),
                        false,
                        new RepairSettings(false, Duration.ofSeconds(5)),
                        new ReachSettings(Optional.of("hook"), Duration.ofSeconds(5)),
                        new RolloutSettings("operator", "probes"),
                        new OperatorSettings(
                                true,
                                false,
                                "0.2.0",
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        0));
    }

    /** As OLM has them replaced where images are mirrored. */
    @Test
    void takesWhatOlmSaysByItsNames() throws InvalidSettings {
        var environment = new HashMap<>(with("OPERATOR=true"));
        environment.put("RELATED_IMAGE_INSTALLER", "a@sha256:1");
        environment.put("RELATED_IMAGE_WEBHOOK", "b@sha256:2");
        environment.put("RELATED_IMAGE_PLUGIN", "c@sha256:3");
        environment.put("OPERATOR_CONDITION_NAME", "linkerd-multus.v1");

        assertThat(ControllerSettings.read(environment).operator())
                .isEqualTo(new OperatorSettings(
                        true,
                        false,
                        "unknown",
                        Optional.of("a@sha256:1"),
                        Optional.of("b@sha256:2"),
                        Optional.of("c@sha256:3"),
                        Optional.of("linkerd-multus.v1")));
    }

    @Test
    void namesTheLeaseAfterTheRelease() throws InvalidSettings {
        assertThat(ControllerSettings.read(with("RELEASE=mesh")).lease().name()).isEqualTo("mesh-controller");
    }

    @Test
    void tellsAllProblemsAtOnceWithTheNearestKnownKey() {
        var environment = new HashMap<>(with(
                "CNI_NAMESPCE=cni",
                "KUBECONFIG_PATH=etc/kubeconfig",
                "HEALTH_PORT=99999",
                "LOG_LEVEL=loud",
                "LEASE=Le ase",
                "CNI_CONFIG_KEY=a/b",
                "ATTACHMENT_SCOPE=cluster",
                "ATTACHMENT_NAMESPACE=a.b",
                "REPAIR_PER_MINUTE=0",
                "SCC_SERVICE_ACCOUNTS=good, Bad, a/b/c"));
        environment.remove("LINKERD_MULTUS_POD_NAME");
        assertThatThrownBy(() -> ControllerSettings.read(environment))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(
                        "LINKERD_MULTUS_CNI_NAMESPCE is not a setting; did you mean LINKERD_MULTUS_CNI_NAMESPACE?")
                .hasMessageContaining("LINKERD_MULTUS_KUBECONFIG_PATH=etc/kubeconfig must be the absolute path")
                .hasMessageContaining("LINKERD_MULTUS_HEALTH_PORT=99999 must be a TCP port")
                .hasMessageContaining("LINKERD_MULTUS_LOG_LEVEL=loud must be one of")
                .hasMessageContaining("LINKERD_MULTUS_LEASE=Le ase must be the name")
                .hasMessageContaining("LINKERD_MULTUS_CNI_CONFIG_KEY=a/b must be a key of a ConfigMap")
                .hasMessageContaining("LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS=linkerd/Bad must be a service account")
                .hasMessageContaining("LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS=a/b/c must be a service account")
                .hasMessageContaining("LINKERD_MULTUS_ATTACHMENT_SCOPE=cluster must be one of per-namespace, shared")
                .hasMessageContaining("LINKERD_MULTUS_ATTACHMENT_NAMESPACE=a.b must be the name of a namespace")
                .hasMessageContaining("LINKERD_MULTUS_REPAIR_PER_MINUTE=0 must be a number of pods from 1 to 600")
                .hasMessageContaining("LINKERD_MULTUS_POD_NAME is required");
    }

    @Test
    void takesTheLinksThatKubernetesAddsForAServiceForNoSettings() throws InvalidSettings {
        var environment = with(
                "WEBHOOK_SERVICE_HOST=10.0.0.1",
                "WEBHOOK_SERVICE_PORT=443",
                "WEBHOOK_SERVICE_PORT_HTTPS=443",
                "WEBHOOK_PORT=tcp://10.0.0.1:443",
                "WEBHOOK_PORT_443_TCP=tcp://10.0.0.1:443",
                "WEBHOOK_PORT_443_TCP_ADDR=10.0.0.1");
        assertThat(ControllerSettings.read(environment)).isEqualTo(ControllerSettings.read(LEAST));
    }

    private static Map<String, String> with(String... settings) {
        var environment = new HashMap<>(LEAST);
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            environment.put("LINKERD_MULTUS_" + setting.substring(0, equals), setting.substring(equals + 1));
        }
        return environment;
    }
}
