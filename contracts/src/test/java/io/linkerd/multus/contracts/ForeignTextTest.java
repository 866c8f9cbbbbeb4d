// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static io.linkerd.multus.contracts.cases.Effort.assertLinear;
import static io.linkerd.multus.contracts.cases.Effort.text;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.networks.NetworkReference;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.uids.UidRange;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of other owners are read in a time that grows as they do, whatever is in them. */
class ForeignTextTest {
    private static final CniConfig LINKERD = CniConfig.read("{\"type\":\"linkerd-cni\"}")
            .orElse(reason -> {
                throw new AssertionError(reason);
            });

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"linkerd-cni",  | "name":1    | , | }
            {"type":"linkerd-cni",  | "kubernetes":{"kubeconfig":1} | , | }
            {"name":"n","plugins":[ | {"type":1}  | , | ]}
            {"name":"n","plugins":[ | {"type":"linkerd-cni","kubernetes":{}} | , | ]}
            {"name":"n","plugins":[ | {"type":"a"} | , | ]}
            """)
    void aConfigurationOfThePluginIsRead(String begin, String piece, String between, String end) {
        assertLinear(
                pieces -> text(begin, piece, between, end, pieces),
                text -> CniConfig.read(text).map(config -> config.forAttachment("/etc/kubeconfig")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":"n","plugins":[ | {"type":"linkerd-cni"} | , | ]}
            {"name":"n","plugins":[ | {"type":"a"} | , | ,{"type":"linkerd-cni"}]}
            {"name":"n","plugins":[ | {"x":1}      | , | ]}
            {"name":"n","plugins":[{"type":"a"}], | "plugins":[] | , | }
            """)
    void aNetworkOfANodeIsReadAndChanged(String begin, String piece, String between, String end) {
        assertLinear(
                pieces -> text(begin, piece, between, end, pieces),
                text -> CniNetwork.readList(text).map(network -> network.with(LINKERD) + network.without()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [        | {"name":"a"} | , | ]
            [        | {"namespace":1} | , | ]
            [{"name":"a", | "Name":"b" | , | }]
            `a`      | -    | `` | !
            `a@`     | @    | `` | `b`
            `a/`     | /    | `` | `b`
            `a`      | ` `  | `` | ` `
            `a@`     | i    | `` | ` `
            """)
    void theNetworksOfAPodAreRead(String begin, String piece, String between, String end) {
        var network = NetworkReference.local("linkerd-cni");
        Function<String, Object> reading =
                value -> NetworkSelection.attach(value, network, "shop").toString()
                        + NetworkSelection.refersTo(value, "shop", "a", "shop")
                        + NetworkSelection.mayName(value, "a");
        assertLinear(pieces -> text(begin, piece, between, end, pieces), reading);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 | 0 | `` | /1
            0 | 0 | `` | -1
            1 | 9 | `` | /1
            ` ` | ` ` | `` | 1/1
            1/1 | ` ` | `` | x
            """)
    void theRangeOfANamespaceIsRead(String begin, String piece, String between, String end) {
        assertLinear(pieces -> text(begin, piece, between, end, pieces), UidRange::read);
    }
}
