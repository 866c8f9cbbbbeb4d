// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** daemon-config.json as the chart writes it, and the folders that it names. */
class MultusConfigTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A value, and what it becomes in daemon-config.json. */
    record Told(String value, String as, String pointer, String json) {}

    static Stream<Told> values() {
        return Stream.of(
                new Told("cniVersion", "1.1.0", "/cniVersion", "'1.1.0'"),
                new Told("multusMasterCNI", "10-a.conflist", "/multusMasterCNI", "'10-a.conflist'"),
                new Told("multusConfigFile", "/etc/x/multus.conf", "/multusConfigFile", "'/etc/x/multus.conf'"),
                new Told("forceCNIVersion", "true", "/forceCNIVersion", "true"),
                new Told("overrideNetworkName", "true", "/overrideNetworkName", "true"),
                new Told("readinessindicatorfile", "/run/x/y.conf", "/readinessindicatorfile", "'/run/x/y.conf'"),
                new Told("cniDir", "/var/lib/x", "/cniDir", "'/var/lib/x'"),
                new Told("confDir", "/etc/x/net.d", "/confDir", "'/etc/x/net.d'"),
                new Told("namespaceIsolation", "true", "/namespaceIsolation", "true"),
                new Told("globalNamespaces[0]", "a", "/globalNamespaces", "'a'"),
                new Told("multusNamespace", "nets", "/multusNamespace", "'nets'"),
                new Told("defaultNetworks[0]", "a/b", "/defaultNetworks", "['a/b']"),
                new Told("systemNamespaces[0]", "a", "/systemNamespaces", "['a']"),
                new Told("auxiliaryCNIChainName", "chain", "/auxiliaryCNIChainName", "'chain'"),
                new Told("retryDeleteOnError", "true", "/retryDeleteOnError", "true"),
                new Told("connectionLimit", "7", "/connectionLimit", "7"),
                new Told("logLevel", "debug", "/logLevel", "'debug'"),
                new Told("logFile", "/var/log/multus.log", "/logFile", "'/var/log/multus.log'"),
                new Told("logOptions.maxSize", "7", "/logOptions", "{'maxSize':7}"),
                new Told("config.metricsPort", "9091", "/metricsPort", "9091"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void tellsTheDaemonEachValueInTheTypeThatItReads(Told told) throws IOException {
        var usual = MultusRendering.of(Map.of()).config();
        var config = MultusRendering.of(Map.of(told.value(), told.as())).config();

        assertThat(config.at(told.pointer()))
                .isEqualTo(JSON.readTree(told.json().replace('\'', '"')));
        assertThat(config.propertyStream().filter(entry -> !("/" + entry.getKey()).equals(told.pointer())))
                .allMatch(entry -> usual.path(entry.getKey()).equals(entry.getValue()));
    }

    @Test
    void theSocketIsWhereTheShimLooksForIt() throws IOException {
        var config = MultusRendering.of(Map.of("socketDir", "/run/x")).config();

        assertThat(config.path("socketDir").asText())
                .isEqualTo(config.path("daemonSocketDir").asText())
                .isEqualTo("/run/x");
    }

    @ParameterizedTest
    @CsvSource({"socketdir, socketDir", "CHROOTDIR, chrootDir", "logFile, logFile", "globalNamespaces, globalNamespaces"
    })
    void aKeyThatTheChartSaysIsNotSaidAgain(String key, String own) {
        assertThatThrownBy(() -> MultusRendering.of(Map.of("config." + key, "x")))
                .hasMessageContaining("multus.config: " + key)
                .hasMessageContaining("multus." + own);
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, /opt/cni/bin, /etc/cni/net.d",
        "auto, /opt/cni/bin, /etc/cni/net.d",
        "rke2, /opt/cni/bin, /etc/cni/net.d",
        "k3s, /var/lib/rancher/k3s/data/cni, /var/lib/rancher/k3s/agent/etc/cni/net.d",
        "microk8s, /var/snap/microk8s/current/opt/cni/bin, /var/snap/microk8s/current/args/cni-network",
        "gke, /home/kubernetes/bin, /etc/cni/net.d"
    })
    void foldersAreThePlatformsUnderTheSamePathHereAndThere(String platform, String binDir, String confDir)
            throws IOException {
        var objects = MultusRendering.of(platform, Map.of());
        var config = objects.config();

        assertThat(config.path("binDir").asText()).isEqualTo(binDir);
        assertThat(config.path("cniConfigDir").asText()).isEqualTo(confDir);
        assertThat(config.path("multusAutoconfigDir").asText()).isEqualTo(confDir);
        assertThat(variable(objects.daemon(), "LINKERD_MULTUS_PROGRAM_TARGET_DIR"))
                .isEqualTo("/hostroot" + binDir);
        for (var folder : List.of(confDir, "/var/lib/cni/multus", "/etc/cni/multus/net.d", "/run/multus")) {
            assertThat(objects.mountOf(folder).path("mountPath").asText()).isEqualTo(folder);
        }
        assertThat(objects.mountOf("/").path("mountPath").asText())
                .isEqualTo(config.path("chrootDir").asText());
    }

    @Test
    void foldersOfTheirOwnAreSaidToBoth() throws IOException {
        var config = new MultusRendering(Chart.render(Map.of(
                        "multus.enabled", "true",
                        "multus.binDir", "/opt/x",
                        "multus.cniConfigDir", "/etc/x",
                        "installer.cniBinDir", "/opt/x")))
                .config();

        assertThat(config.path("binDir").asText()).isEqualTo("/opt/x");
        assertThat(config.path("cniConfigDir").asText()).isEqualTo("/etc/x");
        assertThat(config.path("multusAutoconfigDir").asText()).isEqualTo("/etc/x");
    }

    @Test
    void anInstallerWithAnotherFolderOfPluginsIsRefused() {
        assertThatThrownBy(() -> Chart.render(
                        Map.of("multus.enabled", "true", "multus.binDir", "/opt/x", "global.platform", "kubernetes")))
                .hasMessageContaining("set multus.binDir and installer.cniBinDir to the same folder");
    }
}
