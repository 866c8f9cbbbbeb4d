// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlayTest {
    private static final String READINESS = "\"readinessindicatorfile\":\"/d/10-x.conf\"";

    /** What OpenShift's network operator configures, and what its container runtime sends. */
    private static final String RUNTIMES = """
        {"binDir":"/var/lib/cni/bin", "clusterNetwork":"/host/run/multus/cni/net.d/10-ovn-kubernetes.conf",
         "cniVersion":"0.3.1", "globalNamespaces":"default", "logLevel":"verbose", "name":"multus-cni-network",
         "namespaceIsolation":true, "type":"multus-shim"}
        """;

    private static final String DAEMONS = """
        {"cniVersion":"1.1.0","chrootDir":"/hostroot","logLevel":"debug","binDir":"/b","namespaceIsolation":false,
        "readinessindicatorfile":"/d/10-ovn-kubernetes.conf","socketDir":"/host/run/multus/socket"}
        """;

    private static final String LAID = """
        {"binDir":"/b", "clusterNetwork":"/host/run/multus/cni/net.d/10-ovn-kubernetes.conf",
         "cniVersion":"1.1.0", "globalNamespaces":"default", "logLevel":"debug", "name":"multus-cni-network",
         "namespaceIsolation":false, "type":"multus-shim", "chrootDir":"/hostroot"%s, "socketDir":"/host/run/multus/socket"}
        """;

    @Test
    void theDaemonsValueCountsAndTheRestStays() {
        assertThat(laid(DAEMONS, false, RUNTIMES))
                .isEqualTo(LAID.formatted(", \"readinessindicatorfile\":\"/d/10-ovn-kubernetes.conf\""));
    }

    @Test
    void noRequestWaitsForTheFileThatTheDaemonWatches() {
        assertThat(laid(DAEMONS, true, RUNTIMES)).isEqualTo(LAID.formatted(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{@}              | {}",
                "{ @ }            | {  }",
                "{@, \"a\" : 1}   | {\"a\" : 1}",
                "{\"a\":1, @ }    | {\"a\":1 }",
                "{\"a\":1, @ ,\"b\":2} | {\"a\":1 ,\"b\":2}",
                "{@,@,\"a\":1,@,\"b\":2,@,@} | {\"a\":1,\"b\":2}",
                "{\"a\":{@}}      | {\"a\":{@}}",
                "{\"a\":1,\"a\":2,@} | {\"a\":1,\"a\":2}"
            })
    void takesTheReadinessFileOutOfRequests(String config, String left) {
        assertThat(laid("{}", true, config.replace("@", READINESS))).isEqualTo(left.replace("@", READINESS));
        assertThat(laid("{}", false, config.replace("@", READINESS))).isEqualTo(config.replace("@", READINESS));
    }

    @Test
    void takesTheReadinessFileOutInAnyCaseAndPutsOthersInItsPlace() {
        assertThat(laid("{\"b\":2,\"ReadinessIndicatorFile\":\"/y\"}", true, "{\"READINESSINDICATORFILE\":\"/x\"}"))
                .isEqualTo("{\"b\":2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}               | {\"a\":1}                  | {\"a\":1}",
                "{\"a\":{\"b\":1}} | {\"a\":{\"c\":2}}         | {\"a\":{\"b\":1}}",
                "{\"a\":null}     | {\"a\":1}                  | {\"a\":null}",
                "{\"a\": [ 1 ]}   | {}                         | {\"a\":[ 1 ]}",
                "{\"a\":1}        | { \"b\":2 }                | { \"b\":2, \"a\":1 }",
                "{\"a\":1,\"b\":2} | {\"b\":0,\"c\":0,\"a\":0} | {\"b\":2,\"c\":0,\"a\":1}",
                // Go decodes both of the request's into the same field, and the last one counts.
                "{\"binDir\":1}   | {\"binDir\":0,\"BINDIR\":0} | {\"binDir\":0,\"BINDIR\":1}",
                "{\"a\":1,\"A\":2} | {\"a\":0}                 | {\"a\":2}",
                "{\"a\":1,\"A\":2} | {}                        | {\"A\":2}",
                "{\"a\":1}        | {\"a\":0,\"a\":0}          | {\"a\":0,\"a\":1}"
            })
    void isShallow(String daemon, String config, String expected) {
        assertThat(laid(daemon, true, config)).isEqualTo(expected);
        assertThat(laid(daemon, false, config)).isEqualTo(expected);
    }

    @Test
    void aConfigurationThatIsLaidOverTwiceIsTheSame() {
        var once = laid(DAEMONS, true, RUNTIMES);

        assertThat(laid(DAEMONS, true, once)).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''   | line 1, column 1: nothing there",
                "null | not a JSON object",
                "[]   | not a JSON object",
                "{    | line 1, column 2: nothing follows, and the object that begins in line 1, column 1 has no end"
            })
    void refusesWhatIsNoConfiguration(String config, String reason) {
        assertThat(overlay("{}", true).onto(config))
                .isEqualTo(new Result.Not<>("failed to unmarshall CNI config: " + reason));
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 10 << 20})
    void refusesWhatIsTooLong(int length) {
        assertThat(overlay("{}", true).onto("{}" + " ".repeat(length)))
                .isEqualTo(new Result.Not<>(
                        "failed to unmarshall CNI config: line 1, column 1: longer than 1048576 characters"));
    }

    /** The daemon's value for one key, a thousand times in a request, was a thousand times as long. */
    @Test
    void doesNotGrowWithDoubledKeys() {
        var daemon = "{\"a\":\"" + "x".repeat(500_000) + "\"}";
        var config = "{" + "\"a\":0,".repeat(10_000) + "\"a\":1}";

        assertThat(laid(daemon, true, config)).hasSize(config.length() + 500_001);
    }

    private static String laid(String daemon, boolean auto, String config) {
        return overlay(daemon, auto).onto(config).map(JsonText::text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static Overlay overlay(String daemon, boolean auto) {
        var json = JsonText.read(daemon, DaemonConfig.LIMITS).orElse(reason -> {
            throw new AssertionError(reason);
        });
        return Overlay.of(json, (JsonValue.Members) json.root(), auto);
    }
}
