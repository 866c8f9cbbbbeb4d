// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.linkerd.multus.service.settings.HealthPort;
import io.linkerd.multus.service.settings.InClusterSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstallerSettingsTest {
    private static final Map<String, String> LEAST = Map.of(
            "KUBERNETES_SERVICE_HOST",
            "198.19.0.1",
            "KUBERNETES_SERVICE_PORT",
            "443",
            "LINKERD_MULTUS_NAMESPACE",
            "mesh");

    @Test
    void hasLinkerdsDefaults() throws InvalidSettings {
        var settings = InstallerSettings.read(LEAST);

        assertThat(settings.node())
                .isEqualTo(new NodeSettings(
                        Path.of("/host"),
                        Optional.empty(),
                        "/etc/cni/net.d",
                        "ZZZ-linkerd-cni-kubeconfig",
                        Path.of("/opt/cni/bin"),
                        Optional.empty()));
        assertThat(settings.api().cluster().caFile())
                .hasToString("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt");
        assertThat(settings.credentials()).isInstanceOf(CredentialSettings.Projected.class);
        assertThat(settings.mode()).isEqualTo(ModeSetting.AUTO);
        assertThat(settings.platform()).isEqualTo(PlatformSetting.AUTO);
        assertThat(settings.release().removeWhenUnreachable()).isFalse();
        assertThat(settings.health()).isEqualTo(new HealthPort(8080, false));
    }

    @Test
    void readsEverySetting() throws InvalidSettings {
        var settings = InstallerSettings.read(with(
                "CONTAINER_MOUNT_PREFIX=/node",
                "DEST_CNI_BIN_DIR=/b",
                "DEST_CNI_NET_DIR=/etc/cni/linkerd-multus",
                "CONTAINER_CNI_BIN_DIR=/plugins",
                "KUBECONFIG_FILE_NAME=linkerd-cni.kubeconfig",
                "KUBE_CA_FILE=/ca",
                "LINKERD_MULTUS_LOG_LEVEL=debug",
                "LINKERD_MULTUS_POD_NAME=p",
                "LINKERD_MULTUS_RELEASE=r",
                "LINKERD_MULTUS_MODE=nad",
                "LINKERD_MULTUS_PLATFORM=openshift",
                "LINKERD_MULTUS_NODE_NAME=n",
                "LINKERD_MULTUS_DAEMON_SET=d",
                "LINKERD_MULTUS_SUCCESSOR=s",
                "LINKERD_MULTUS_CONTROLLER_LEASE=l",
                "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT=plugin",
                "LINKERD_MULTUS_TOKEN_LIFETIME=1d12h",
                "CNI_NETWORK_CONFIG={}",
                "CNI_NETWORK_CONFIG_FILE=/c",
                "LINKERD_MULTUS_NETWORK_DIR=/net",
                "LINKERD_MULTUS_STATE_DIR=/state",
                "LINKERD_MULTUS_ON_STOP=stay",
                "LINKERD_MULTUS_KUBECONFIG_SERVER=https://api:6443",
                "LINKERD_MULTUS_REMOVE_WHEN_UNREACHABLE=true",
                "LINKERD_MULTUS_TAKE_OVER_FROM=old/linkerd-multus, mesh/other",
                "LINKERD_MULTUS_CACHED_RESULTS=never",
                "LINKERD_MULTUS_HEALTH_PORT=0",
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR=/sa"));

        assertThat(settings)
                .isEqualTo(new InstallerSettings(
                        ModeSetting.NAD,
                        PlatformSetting.OPENSHIFT,
                        new NodeSettings(
                                Path.of("/node"),
                                Optional.of("/b"),
                                "/etc/cni/linkerd-multus",
                                "linkerd-cni.kubeconfig",
                                Path.of("/plugins"),
                                Optional.of("/state")),
                        new NetworkSettings(
                                Optional.of("{}"),
                                Optional.of(Path.of("/c")),
                                Optional.of("/net"),
                                CachedResults.NEVER),
                        new ApiServerSettings(
                                new InClusterSettings("198.19.0.1", 443, Path.of("/ca"), Path.of("/sa")),
                                Optional.of("https://api:6443")),
                        new CredentialSettings.Minted("plugin", Duration.ofHours(36)),
                        new ReleaseSettings(
                                "r",
                                "mesh",
                                Optional.of("d"),
                                Optional.of("s"),
                                Optional.of("l"),
                                "p",
                                Optional.of("n"),
                                OnStop.STAY,
                                true,
                                List.of("old/linkerd-multus", "mesh/other")),
                        new VerbSettings(Path.of("/etc/cni/net.d"), Path.of("/etc/kubernetes/manifests")),
                        new HealthPort(0, true)));
    }

    @Test
    void takesNothingOverFromWhatIsNoRelease() {
        assertThat(problemsOf(with("LINKERD_MULTUS_TAKE_OVER_FROM=linkerd-multus")))
                .extracting(SettingProblem::key)
                .containsExactly("LINKERD_MULTUS_TAKE_OVER_FROM");
    }

    @Test
    void tellsAllProblemsAtOnce() {
        var problems = problemsOf(with(
                "KUBERNETES_SERVICE_PORT=https",
                "LINKERD_MULTUS_MODE=magic",
                "LINKERD_MULTUS_TOKEN_LIFETIME=soon",
                "KUBECONFIG_FILE_NAME=10-linkerd.conflist",
                "LINKERD_MULTUS_HEALTH_PORT=99999",
                "LINKERD_MULTUS_DEAMON_SET=x"));

        assertThat(problems)
                .extracting(SettingProblem::key)
                .containsExactlyInAnyOrder(
                        "KUBERNETES_SERVICE_PORT",
                        "LINKERD_MULTUS_MODE",
                        "LINKERD_MULTUS_TOKEN_LIFETIME",
                        "KUBECONFIG_FILE_NAME",
                        "LINKERD_MULTUS_HEALTH_PORT",
                        "LINKERD_MULTUS_DEAMON_SET");
    }

    @Test
    void namesTheNearestKnownSetting() {
        assertThat(problemsOf(with("LINKERD_MULTUS_DEAMON_SET=x")))
                .singleElement()
                .hasToString("LINKERD_MULTUS_DEAMON_SET is not a setting; did you mean LINKERD_MULTUS_DAEMON_SET?");
    }

    @Test
    void requiresAnApiServer() {
        assertThat(problemsOf(Map.of("LINKERD_MULTUS_NAMESPACE", "mesh")))
                .extracting(SettingProblem::key)
                .containsExactly("KUBERNETES_SERVICE_PORT", "KUBERNETES_SERVICE_HOST");
    }

    @ParameterizedTest
    @CsvSource({
        "198.19.0.1, https://198.19.0.1:443",
        "fd00:10:96::1, https://[fd00:10:96::1]:443",
        "[fd00:10:96::1], https://[fd00:10:96::1]:443",
        "kubernetes.default.svc, https://kubernetes.default.svc:443"
    })
    void putsIpv6InBrackets(String host, String url) throws InvalidSettings {
        assertThat(InstallerSettings.read(with("KUBERNETES_SERVICE_HOST=" + host))
                        .api()
                        .serverForPlugin())
                .isEqualTo(url);
    }

    private static List<SettingProblem> problemsOf(Map<String, String> environment) {
        var invalid = catchThrowableOfType(InvalidSettings.class, () -> InstallerSettings.read(environment));
        assertThat(invalid).isNotNull();
        return invalid.problems();
    }

    private static Map<String, String> with(String... settings) {
        var environment = new HashMap<>(LEAST);
        for (var setting : settings) {
            int at = setting.indexOf('=');
            environment.put(setting.substring(0, at), setting.substring(at + 1));
        }
        return environment;
    }

    @Test
    void explainsEverySettingWithItsOrigin(@TempDir Path account) throws IOException {
        Files.writeString(account.resolve("namespace"), "mesh\n");
        var environment =
                with("LINKERD_MULTUS_MODE=nad", "HOSTNAME=h", "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR=" + account);
        environment.remove("LINKERD_MULTUS_NAMESPACE");

        var explained = InstallerSettings.explain(environment);

        assertThat(explained.problems()).isEmpty();
        assertThat(explained.settings().stream().map(Object::toString))
                .contains(
                        "LINKERD_MULTUS_MODE=nad  (environment)",
                        "LINKERD_MULTUS_PLATFORM=auto  (default)",
                        "LINKERD_MULTUS_NAMESPACE=mesh  (" + account.resolve("namespace") + ")",
                        "LINKERD_MULTUS_POD_NAME=  (not set)",
                        "HOSTNAME=h  (environment)",
                        "CONTAINER_MOUNT_PREFIX=/host  (default)",
                        "DEST_CNI_BIN_DIR=  (not set)",
                        "LINKERD_MULTUS_HEALTH_PORT=8080  (default)",
                        "LINKERD_MULTUS_LOG_LEVEL=info  (default)");
    }

    @Test
    void explainsWhatIsWrongWithTheSettingsToo() {
        assertThat(InstallerSettings.explain(with("LINKERD_MULTUS_MOODE=x")).problems())
                .singleElement()
                .hasToString("LINKERD_MULTUS_MOODE is not a setting; did you mean LINKERD_MULTUS_MODE?");
    }

    /** Any plugin can be put on nodes this way, and what it is told may be nobody else's business. */
    @Test
    void showsNobodyTheConfigurationItself() throws InvalidSettings {
        var environment = with("CNI_NETWORK_CONFIG={\"password\":\"hunter\"}");

        assertThat(InstallerSettings.explain(environment).settings().stream().map(Object::toString))
                .contains("CNI_NETWORK_CONFIG=21 characters, not shown  (environment)");
        assertThat(InstallerSettings.read(environment).toString()).doesNotContain("hunter");
    }

    /** Linkerd's installer joins paths, and never minded: its chart's values with such paths are in use. */
    @ParameterizedTest
    @CsvSource({"/etc/cni/net.d/", "//etc/cni//net.d", "/etc/cni/net.d"})
    void takesFoldersAsLinkerdsInstallerDoes(String folder) throws InvalidSettings {
        var node = InstallerSettings.read(with("DEST_CNI_NET_DIR=" + folder, "DEST_CNI_BIN_DIR=" + folder))
                .node();

        assertThat(node.netDirectory()).isEqualTo("/etc/cni/net.d");
        assertThat(node.binDirectory()).hasValue("/etc/cni/net.d");
    }

    @ParameterizedTest
    @CsvSource({"etc/cni/net.d", "/etc/../cni", "/etc/./cni"})
    void refusesFoldersThatLeadSomewhereElse(String folder) {
        assertThat(problemsOf(with("DEST_CNI_NET_DIR=" + folder)))
                .extracting(SettingProblem::key)
                .containsExactly("DEST_CNI_NET_DIR");
    }

    @Test
    void saysWhichOfLinkerdsEarlierVariablesItPassesOver() {
        assertThat(RetiredVariable.in(
                        with("KUBECONFIG_MODE=644", "SKIP_TLS_VERIFY=true", "KUBERNETES_SERVICE_PROTOCOL=http")))
                .extracting(RetiredVariable::key)
                .containsExactly("KUBECONFIG_MODE", "SKIP_TLS_VERIFY", "KUBERNETES_SERVICE_PROTOCOL");
        assertThat(RetiredVariable.in(with(
                        "KUBECONFIG_MODE=600",
                        "SKIP_TLS_VERIFY=false",
                        "KUBERNETES_SERVICE_PROTOCOL=https",
                        "SLEEP=true")))
                .isEmpty();
    }

    /** A rollout of Linkerd's DaemonSet stood still: its next pod asked a plugin for a network whose token had ended with the last one. */
    @Test
    void warnsOfATokenThatStaysAndEndsWithThePod() throws InvalidSettings {
        var stay = "LINKERD_MULTUS_ON_STOP=stay";
        var config = "CNI_NETWORK_CONFIG={}";

        assertThat(InstallerSettings.read(with(stay, config)).warning().orElseThrow())
                .contains("needs hostNetwork: true");
        assertThat(InstallerSettings.read(with(stay)).warning()).isEmpty();
        assertThat(InstallerSettings.read(with(config)).warning()).isEmpty();
        assertThat(InstallerSettings.read(with(stay, config, "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT=plugin"))
                        .warning())
                .isEmpty();
    }
}
