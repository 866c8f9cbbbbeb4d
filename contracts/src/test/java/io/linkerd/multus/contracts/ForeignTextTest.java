// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static io.linkerd.multus.contracts.cases.Effort.assertLinear;

import io.linkerd.multus.contracts.admission.attachments.Attachment;
import io.linkerd.multus.contracts.admission.attachments.AttachmentRules;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.networks.NetworkReference;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.uids.UidRange;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of other owners are read in a time that grows as they do, whatever is in them. */
class ForeignTextTest {
    private static final CniConfig LINKERD = CniConfig.read("{\"type\":\"linkerd-cni\"}")
            .orElse(reason -> {
                throw new AssertionError(reason);
            });

    /** One of 228 kB took the judge seconds: each of 9,900 problems had the lines before it counted, and five of them were told. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":"n","plugins":[{"type":"a","capabilities":{   | "#":1    | , | }}]}
            {"name":"n","type":"a","capabilities":{               | "#":1    | , | }}
            {"type":"a","capabilities":{                          | "#":1    | , | }}
            {"name":"n","type":"a","dns":{"search":[              | 123456   | , | ]}}
            {"name":"n","plugins":[                               | {"x":1}  | , | ]}
            {"name":"n","plugins":[                               | {"type":"a/b"} | , | ]}
            {"name":"n","plugins":[                               | 1        | , | ]}
            {"name":"n","type":"a",                               | "aaaaaaaaaaaaaa":0 | , | }
            {"name":"n","type":"a",                               | "Type":"a" | , | }
            {"name":"n","type":"a",                               | "TYPE":1 | , | }
            {"name":"n","plugins":[{"type":"a",                   | "aaaaaaaaaaaaaa":0 | , | }]}
            {"plugins":[{"type":"a"}],                            | "plugins":[{"type":"a"}] | , | }
            {"type":"a","x":                                      | [        | `` | 1
            {"type":"a","name":"                                  | -        | `` | "}
            {"type":"a","name":"                                  | \\u0061  | `` | "}
            {"type":"a","cniVersion":1                            | 1        | `` | }
            """)
    void anAttachmentIsJudged(String begin, String piece, String between, String end) {
        assertLinear(
                pieces -> text(begin, piece, between, end, pieces),
                config -> AttachmentRules.onNew(new Attachment("lan", config)));
    }

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

    private static String text(String begin, String piece, String between, String end, int pieces) {
        return IntStream.range(0, pieces)
                .mapToObj(piece.contains("#") ? index -> piece.replace("#", "%018d".formatted(index)) : _ -> piece)
                .collect(Collectors.joining(between, begin, end));
    }
}
