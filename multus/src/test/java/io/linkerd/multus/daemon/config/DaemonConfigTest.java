// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cases.Cases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonConfigTest {
    private static final String LEAST = "\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"/d\"";

    @Test
    void hasADefaultForEverythingButTwoKeys() {
        var config = valid("{" + LEAST + "}");

        assertThat(config.server())
                .isEqualTo(new ServerSettings(
                        Optional.empty(),
                        Path.of("/run/multus"),
                        OptionalInt.empty(),
                        false,
                        OptionalInt.empty(),
                        Optional.empty()));
        assertThat(config.server().socket()).isEqualTo(Path.of("/run/multus/multus.sock"));
        assertThat(config.logging())
                .isEqualTo(new LogSettings(
                        Optional.empty(), Optional.empty(), false, new LogSettings.Rotation(5, 100, 5, true)));
        assertThat(config.source())
                .isEqualTo(new ConfigSource.Auto(
                        Path.of("/d"), Optional.empty(), new SemanticVersion("1.0.0", 1, 0, 0, false), false, false));
        assertThat(config.isAuto()).isTrue();
        assertThat(config.multusConfig()).isEqualTo(Path.of("/etc/cni/net.d/00-multus.conf"));
        assertThat(config.readinessIndicatorFile()).isEmpty();
        assertThat(config.shim()).isEqualTo(new ShimSettings(Map.of("cniVersion", "\"1.0.0\""), Map.of()));
        assertThat(config.notices()).isEmpty();
    }

    @Test
    void takesEveryKeyOfTheServer() {
        var config = valid("{" + LEAST + """
            , "chrootDir":"/hostroot", "socketDir":"/host/run/multus/socket", "metricsPort":9091, "connectionLimit":1,
            "perNodeCertificate":{"enabled":true,"bootstrapKubeconfig":"/k","certDir":"/c","certDuration":"24h"}}
            """);

        assertThat(config.server())
                .isEqualTo(new ServerSettings(
                        Optional.of(Path.of("/hostroot")),
                        Path.of("/host/run/multus/socket"),
                        OptionalInt.of(9091),
                        false,
                        OptionalInt.of(1),
                        Optional.of(new PerNodeCertificate(Path.of("/k"), Path.of("/c"), "24h"))));
    }

    @Test
    void takesEveryKeyOfTheLog() {
        var config = valid("{" + LEAST + """
            , "logFile":"/var/log/m.log", "logLevel":"Verbose", "logToStderr":true,
            "logOptions":{"maxAge":1,"maxSize":2,"maxBackups":3,"compress":false}}
            """);

        assertThat(config.logging())
                .isEqualTo(new LogSettings(
                        Optional.of(Path.of("/var/log/m.log")),
                        Optional.of(LogLevel.VERBOSE),
                        true,
                        new LogSettings.Rotation(1, 2, 3, false)));
        assertThat(config.shim().members())
                .containsEntry("logOptions", "{\"maxAge\":1,\"maxSize\":2,\"maxBackups\":3,\"compress\":false}")
                .containsEntry("logLevel", "\"Verbose\"")
                .containsEntry("logToStderr", "true");
    }

    @Test
    void takesEveryKeyOfTheGeneratedConfiguration() {
        var config = valid("""
            {"cniVersion":"0.3.1","multusAutoconfigDir":"/d/","multusConfigFile":"auto","multusMasterCNI":"10-x.conf",
            "cniConfigDir":"/host/etc/cni/net.d","forceCNIVersion":true,"overrideNetworkName":true,
            "readinessindicatorfile":"/d/10-x.conf","daemonSocketDir":"/run/multus/socket","binDir":"/b","cniDir":"/c",
            "namespaceIsolation":true,"globalNamespaces":"a,b","auxiliaryCNIChainName":"chain","type":"t",
            "capabilities":{"ips":true,"mac":false}}
            """);

        assertThat(config.source())
                .isEqualTo(new ConfigSource.Auto(
                        Path.of("/d"),
                        Optional.of("10-x.conf"),
                        new SemanticVersion("0.3.1", 0, 3, 1, false),
                        true,
                        true));
        assertThat(config.multusConfig()).isEqualTo(Path.of("/host/etc/cni/net.d/00-multus.conf"));
        assertThat(config.readinessIndicatorFile()).hasValue(Path.of("/d/10-x.conf"));
        assertThat(config.shim().capabilities()).isEqualTo(Map.of("ips", true, "mac", false));
        assertThat(config.shim().members())
                .containsOnlyKeys(
                        "cniVersion",
                        "overrideNetworkName",
                        "daemonSocketDir",
                        "binDir",
                        "cniDir",
                        "namespaceIsolation",
                        "globalNamespaces",
                        "auxiliaryCNIChainName",
                        "type")
                .containsEntry("globalNamespaces", "\"a,b\"");
        assertThat(config.notices()).isEmpty();
    }

    @Test
    void knowsWhatHoldsForRequestsWithoutAConfigurationOfMultus() {
        var defaults = valid("{" + LEAST + ",\"binDir\":\"/b\",\"multusNamespace\":\"m\"}")
                .defaults();

        assertThat(defaults.binDir()).isEqualTo(Path.of("/b"));
        assertThat(defaults.multusNamespace()).isEqualTo("m");
        assertThat(defaults.primary()).isEqualTo(new PrimaryNetwork.Unsaid());
    }

    @Test
    void takesAUsersConfigurationWithoutAnythingElse() {
        var config = valid("{\"multusConfigFile\":\"/etc/multus/70-multus.conf\"}");

        assertThat(config.source())
                .isEqualTo(new ConfigSource.UserSupplied(Path.of("/etc/multus/70-multus.conf"), "70-multus.conf"));
        assertThat(config.isAuto()).isFalse();
        assertThat(config.multusConfig()).isEqualTo(Path.of("/etc/cni/net.d/70-multus.conf"));
        assertThat(config.overlay().auto()).isFalse();
    }

    /** As Go decodes: keys in any case, of several the last one, and null changes nothing. */
    @Test
    void readsKeysAsGoDoes() {
        var config = valid(
                "{" + LEAST + ",\"SOCKETDIR\":\"/a\",\"socketDir\":\"/b\",\"socketdir\":null,\"chrootDir\":\"\"}");

        assertThat(config.server().socketDir()).isEqualTo(Path.of("/b"));
        assertThat(config.server().chrootDir()).isEmpty();
    }

    @Test
    void aMetricsPortOfZeroIsNone() {
        assertThat(valid("{" + LEAST + ",\"metricsPort\":0}").server().metricsPort())
                .isEmpty();
        assertThat(valid("{" + LEAST + ",\"metricsPort\":65535}").server().metricsPort())
                .hasValue(65535);
    }

    @Test
    void aCertificateIsOnlyAskedForWhereItIsEnabled() {
        var off = "{" + LEAST + ",\"perNodeCertificate\":{\"certDir\":\"/c\"}}";
        var usual = off.replace("{\"certDir", "{\"enabled\":true,\"bootstrapKubeconfig\":\"/k\",\"certDir");

        assertThat(valid(off).server().perNodeCertificate()).isEmpty();
        assertThat(valid(usual).server().perNodeCertificate())
                .hasValue(new PerNodeCertificate(Path.of("/k"), Path.of("/c"), "10m"));
    }

    /** It was read, checked, and then passed over without a word. */
    @Test
    void aCertificateThatIsAskedForInVainIsTold() {
        var config = valid("{" + LEAST
                + ",\"perNodeCertificate\":{\"enabled\":true,\"bootstrapKubeconfig\":\"/k\",\"certDir\":\"/c\"}}");

        assertThat(config.notices()).singleElement().asString().contains("perNodeCertificate", "service account");
    }

    @Test
    void saysAllProblemsAtOnce() {
        var invalid = invalid("""
            {"binDir":7,"logToStderr":"yes","metricsPort":65536,"connectionLimit":1.5,"systemNamespaces":["a",1],
            "logOptions":{"maxAge":"1","compress":0},"capabilities":{"ips":1},"perNodeCertificate":[],
            "delegates":[{},[]],"socketDir":"a\\u0000b","runtimeConfig":[]}
            """);

        assertThat(invalid.problems().stream().map(ConfigProblem::toString))
                .containsExactlyInAnyOrder(
                        "binDir is not a text",
                        "logToStderr is not true or false",
                        "metricsPort is no TCP port",
                        "connectionLimit is not a whole number",
                        "systemNamespaces is not a list of texts",
                        "logOptions.maxAge is not a whole number",
                        "logOptions.compress is not true or false",
                        "capabilities.ips is not true or false",
                        "perNodeCertificate is not an object",
                        "delegates is not a list of objects",
                        "socketDir is not a path",
                        "runtimeConfig is not an object",
                        "cniVersion is required where multusConfigFile is auto",
                        "multusAutoconfigDir is required where multusConfigFile is auto");
        assertThat(invalid.reason()).startsWith("socketDir is not a path; ").contains("; binDir is not a text; ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 2 | cniVersion is required*; multusAutoconfigDir is required*",
                "{\"multusAutoconfigDir\":\"/d\",\"cniVersion\":\"1.0\"} | 2 | cniVersion is not a version like 1.1.0*",
                "{\"multusAutoconfigDir\":\"/d\",\"cniVersion\":1} | 1 | cniVersion is not a text",
                "{\"multusConfigFile\":\"/\"} | 1 | multusConfigFile is not a file",
                "{\"multusConfigFile\":\"f\",\"connectionLimit\":0} | 3 | connectionLimit must be greater than 0, got"
                        + " 0",
                "{\"multusConfigFile\":\"f\",\"metricsPort\":-1} | 1 | metricsPort is no TCP port",
                "{\"multusConfigFile\":\"f\",\"metricsPort\":2147483648} | 1 | metricsPort is not a whole number",
                "{\"connectionLimit\":-1,\"multusAutoconfigDir\":\"/d\",\"cniVersion\":\"1.0.0\",\"logFile\":{}}"
                        + " | 1 | logFile is not a text; connectionLimit must be greater than 0, got -1",
                "{\"connectionLimit\":-1,\"multusAutoconfigDir\":\"/d\"}"
                        + " | 2 | cniVersion is required*; connectionLimit must be greater than 0, got -1",
                "[] | 1 | the document is not an object",
                "7  | 1 | the document is not an object"
            })
    void endsAsUpstreamDoes(String text, int status, String reason) {
        var invalid = invalid(text);

        assertThat(invalid.exit().status()).isEqualTo(status);
        assertThat(List.of(invalid.reason().split("; ", -1)))
                .containsExactlyInAnyOrder(
                        reason.replace("*", " where multusConfigFile is auto").split("; ", -1));
    }

    @Test
    void aCertificateThatIsEnabledNeedsToBeAskedForAndKept() {
        var invalid = invalid("{\"multusConfigFile\":\"f\",\"perNodeCertificate\":{\"enabled\":true}}");

        assertThat(invalid.exit()).isEqualTo(ExitCode.SERVER_NOT_STARTED);
        assertThat(invalid.problems().stream().map(ConfigProblem::toString))
                .containsExactly(
                        "perNodeCertificate.bootstrapKubeconfig is required where perNodeCertificate is enabled",
                        "perNodeCertificate.certDir is required where perNodeCertificate is enabled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}{}", "{'a':1}", "{\"a\":}"})
    void saysWhereItIsNoJson(String text) {
        assertThat(invalid(text).reason()).startsWith("the document is no JSON: line 1, column ");
        assertThat(invalid(text).exit()).isEqualTo(ExitCode.CONFIGURATION_INVALID);
    }

    @Test
    void tellsWhatOfUpstreamsHasNoEffectOnThisDaemon() {
        var shims = "logFile and logLevel are the shim's: the daemon logs to its standard output, at the level that"
                + " LINKERD_MULTUS_LOG_LEVEL says";

        assertThat(notices("\"logFile\":\"/l\"")).containsExactly(shims);
        assertThat(notices("\"logLevel\":\"debug\"")).containsExactly(shims);
        assertThat(notices(
                        "\"perNodeCertificate\":{\"enabled\":true,\"bootstrapKubeconfig\":\"/k\",\"certDir\":\"/c\"}"))
                .containsExactly(
                        "perNodeCertificate has no effect: the daemon is known to the API server by its service account");
        assertThat(notices("\"perNodeCertificate\":{},\"logToStderr\":true,\"retryDeleteOnError\":true,"
                        + "\"upstreamErrorCodes\":true"))
                .isEmpty();
    }

    private static List<String> notices(String more) {
        return valid("{" + LEAST + "," + more + "}").notices();
    }

    @Test
    void tellsWhatHasNoEffect() {
        var config = valid("{" + LEAST + ",\"enablePprof\":true,\"logLevel\":\"info\",\"x\\ny\":1,\"BINDIR\":\"/b\"}");

        assertThat(config.server().profiling()).isTrue();
        assertThat(config.logging().level()).isEmpty();
        assertThat(config.notices())
                .containsExactly(
                        "logLevel \"info\" is none of panic, error, verbose, debug",
                        "enablePprof has no effect: profiles of Go's are not served",
                        "\"x\\u000ay\" means nothing to the daemon; requests are given it");
        assertThat(config.overlay().values()).containsEntry("x\ny", "1");
    }

    @ParameterizedTest
    @CsvSource({"panic, PANIC", "ERROR, ERROR", "verbose, VERBOSE", "dEbUg, DEBUG"})
    void logLevelsAreNamedInAnyCase(String name, LogLevel level) {
        assertThat(LogLevel.of(name)).hasValue(level);
    }

    @Test
    void anyTextHasAnAnswer() {
        Cases.property().forAll(Cases.texts()).checkAssert(text -> {
            switch (DaemonConfig.read(text)) {
                case DaemonConfigReading.Valid _ -> throw new AssertionError("two keys are required");
                case DaemonConfigReading.Invalid invalid ->
                    assertThat(invalid.reason()).isNotBlank();
            }
        });
    }

    private static DaemonConfig valid(String text) {
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }

    private static DaemonConfigReading.Invalid invalid(String text) {
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> throw new AssertionError(config.toString());
            case DaemonConfigReading.Invalid invalid -> invalid;
        };
    }
}
