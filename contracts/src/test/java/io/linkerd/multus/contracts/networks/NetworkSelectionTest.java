// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.linkerd.multus.contracts.networks.NetworkSelectionChange.AlreadyAttached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Attached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Unreadable;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkSelectionTest {

    private static final NetworkReference LINKERD = NetworkReference.local("linkerd-cni");
    private static final NetworkReference SHARED =
            new NetworkReference(Optional.of("default"), "linkerd-cni", Optional.of("eth9"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            emptyValue = "",
            value = {
                "''|linkerd-cni",
                "' '|linkerd-cni",
                "net1|net1,linkerd-cni",
                "net1, net2@eth5|net1, net2@eth5,linkerd-cni",
                " net1 , other / net2 @ eth5 | net1 , other / net2 @ eth5 ,linkerd-cni",
                "other/linkerd-cni|other/linkerd-cni,linkerd-cni",
                "my-linkerd-cni,linkerd-cni2|my-linkerd-cni,linkerd-cni2,linkerd-cni",
                "a@0123456789abcde|a@0123456789abcde,linkerd-cni",
                "a@|a@,linkerd-cni",
                "/a|/a,linkerd-cni",
                "null|null,linkerd-cni",
            })
    void appendsToAList(String before, String after) {
        assertThat(attach(before)).isEqualTo(new Attached(after));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"net1,|net1,linkerd-cni", ",net1|net1,linkerd-cni", "a, ,,b|a,b,linkerd-cni", ",|linkerd-cni"})
    void dropsEmptyItemsOverWhichMultusWouldFailThePod(String before, String after) {
        assertThat(attach(before)).isEqualTo(new Attached(after));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linkerd-cni",
                " linkerd-cni\t",
                "net1, linkerd-cni",
                "linkerd-cni@eth9,net1",
                "shop/linkerd-cni",
                "shop / linkerd-cni @ eth9",
                "\u00a0linkerd-cni\u3000",
                "/linkerd-cni",
                "[{\"name\":\"linkerd-cni\"}]",
                "[{\"name\":\"net1\"},{\"interface\":\"eth9\",\"name\":\"linkerd-cni\",\"namespace\":\"shop\"}]",
                "[{\"name\":\"linkerd-cni\",\"namespace\":\"\"}]",
                "[{\"name\":\"linkerd-cni\",\"namespace\":null}]",
                "[{\"NAME\":\"linkerd-cni\",\"nameSpace\":\"shop\"}]",
                "[{\"name\":\"linkerd\\u002dcni\"}]",
                "[{\"name\":\"other\",\"name\":\"linkerd-cni\",\"name\":null}]",
            })
    void recognisesTheNetworkInEachSpelling(String value) {
        assertThat(attach(value)).isEqualTo(new AlreadyAttached());
        assertThat(NetworkSelection.refersTo(value, "shop", "linkerd-cni", "shop"))
                .isTrue();
    }

    @Test
    void dropsEmptyItemsOverWhichMultusWouldFailAPodThatIsAttachedAlready() {
        assertThat(attach("net1,linkerd-cni, ,")).isEqualTo(new Attached("net1,linkerd-cni"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "net1",
                "other/linkerd-cni",
                "linkerd-cni2",
                "[]",
                "[{\"name\":\"linkerd-cni\",\"namespace\":\"other\"}]",
                "[{\"name\":\"linkerd-cni\",\"name\":\"net1\"}]",
                "[{\"name\":\"net1\",\"interface\":\"linkerd-cni\"}]",
            })
    void recognisesOtherNetworksAsOthers(String value) {
        assertThat(attach(value)).isInstanceOf(Attached.class);
        assertThat(NetworkSelection.refersTo(value, "shop", "linkerd-cni", "shop"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[]|[{\"name\":\"linkerd-cni\"}]",
                "[ ]|[{\"name\":\"linkerd-cni\"} ]",
                "[{\"name\":\"net1\"}]|[{\"name\":\"net1\"},{\"name\":\"linkerd-cni\"}]",
                "[ {\"name\":\"net1\"}, {\"name\":\"net2\"} ]|[ {\"name\":\"net1\"}, {\"name\":\"net2\"}, {\"name\":\"linkerd-cni\"} ]",
                "[{\"mac\":\"02:00\",\"name\":\"net1\",\"x\":1.50e+2}]|[{\"mac\":\"02:00\",\"name\":\"net1\",\"x\":1.50e+2},{\"name\":\"linkerd-cni\"}]",
                "[{\"name\":\"net1\",\"name\":\"net2\"}]|[{\"name\":\"net1\",\"name\":\"net2\"},{\"name\":\"linkerd-cni\"}]",
            })
    void appendsToJson(String before, String after) {
        assertThat(attach(before)).isEqualTo(new Attached(after));
    }

    @Test
    void appendsToJsonOfManyLinesInItsStyle() {
        assertThat(attach("""
                [
                  {"name": "net1", "cni-args": {"a": [1, 2]}},
                  {"name": "net\\u0032"}
                ]
                """)).isEqualTo(new Attached("""
                [
                  {"name": "net1", "cni-args": {"a": [1, 2]}},
                  {"name": "net\\u0032"},
                  {"name":"linkerd-cni"}
                ]
                """));
    }

    @Test
    void namesNamespaceAndInterfaceInBothForms() {
        assertThat(NetworkSelection.attach("a", SHARED, "shop")).isEqualTo(new Attached("a,default/linkerd-cni@eth9"));
        assertThat(NetworkSelection.attach("[]", SHARED, "shop"))
                .isEqualTo(
                        new Attached("[{\"name\":\"linkerd-cni\",\"namespace\":\"default\",\"interface\":\"eth9\"}]"));
    }

    @Test
    void leavesOutTheNamespaceOfThePodItself() {
        assertThat(NetworkSelection.attach("a", SHARED, "default")).isEqualTo(new Attached("a,linkerd-cni@eth9"));
        assertThat(NetworkSelection.attach("[]", SHARED, "default"))
                .isEqualTo(new Attached("[{\"name\":\"linkerd-cni\",\"interface\":\"eth9\"}]"));
        assertThat(NetworkSelection.attach("linkerd-cni", SHARED, "default")).isEqualTo(new AlreadyAttached());
        assertThat(NetworkSelection.attach("default/linkerd-cni", SHARED, "shop"))
                .isEqualTo(new AlreadyAttached());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "a/b/c|\"a/b/c\" has more than one '/'",
                "net1,a@b@c|\"a@b@c\" has more than one '@'",
                "NS/a|\"NS/a\" has no valid namespace before '/'",
                "a@b/c|\"a@b/c\" has no valid namespace before '/'",
                "Net1|\"Net1\" has no valid name: lower-case letters and digits, with '-' between them",
                "-a|\"-a\" has no valid name: lower-case letters and digits, with '-' between them",
                "a-|\"a-\" has no valid name: lower-case letters and digits, with '-' between them",
                "a.b|\"a.b\" has no valid name: lower-case letters and digits, with '-' between them",
                "ns/|\"ns/\" has no valid name: lower-case letters and digits, with '-' between them",
                "@eth0|\"@eth0\" has no valid name: lower-case letters and digits, with '-' between them",
                "a@0123456789abcdef|\"a@0123456789abcdef\" has no valid interface after '@': at most 15 bytes, without blanks",
                "a@e th|\"a@e th\" has no valid interface after '@': at most 15 bytes, without blanks",
            })
    void leavesAListAloneThatMultusRefuses(String value, String reason) {
        assertThat(attach(value)).isEqualTo(new Unreadable(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[{\"name\":\"net1\"}],linkerd-cni|not JSON, line 1, column 18: text after the end of the value",
                "net1,\"net2\"|not JSON, line 1, column 1: `net1`, where a value is expected: a text needs double quotes",
                "[{\"name\":\"net1\"}|not JSON, line 1, column 17: nothing follows, and the list that begins in line 1, column 1 has no end",
                "[] []|not JSON, line 1, column 4: text after the end of the value",
                "{\"name\":\"net1\"}|its JSON is not a list",
                "\"linkerd-cni\"|its JSON is not a list",
                "[\"linkerd-cni\"]|entry 1 of its list is not an object",
                "[{\"name\":\"a\"},null]|entry 2 of its list is not an object",
                "[{\"name\":7}]|entry 1 of its list has a \"name\" that is not a string",
                "[{\"name\":\"a\",\"namespace\":{}}]|entry 1 of its list has a \"namespace\" that is not a string",
                "[{\"name\":\"a\",\"Interface\":[]}]|entry 1 of its list has a \"interface\" that is not a string",
                "[{}]|entry 1 of its list has no \"name\"",
                "[{\"name\":\"\"}]|entry 1 of its list has no \"name\"",
                "[{\"name\":null}]|entry 1 of its list has no \"name\"",
            })
    void leavesJsonAloneThatMultusRefuses(String value, String reason) {
        assertThat(attach(value)).isEqualTo(new Unreadable(reason));
    }

    @Test
    void stillCountsWhatIsReadableOfAValueThatMultusRefuses() {
        assertThat(NetworkSelection.refersTo("a/b/c,linkerd-cni", "shop", "linkerd-cni", "shop"))
                .isTrue();
        assertThat(NetworkSelection.refersTo("[7,{\"name\":\"linkerd-cni\"}]", "shop", "linkerd-cni", "shop"))
                .isTrue();
        assertThat(NetworkSelection.refersTo("linkerd-cni@a@b", "shop", "linkerd-cni", "shop"))
                .isFalse();
        assertThat(NetworkSelection.refersTo("[{\"name\":\"linkerd-cni\"}", "shop", "linkerd-cni", "shop"))
                .isFalse();
        assertThat(NetworkSelection.refersTo("{\"name\":\"linkerd-cni\"}", "shop", "linkerd-cni", "shop"))
                .isFalse();
    }

    @Test
    void refusesMoreThanAllAnnotationsOfAnObjectMayHold() {
        var limit = 256 * 1024;

        assertThat(attach("a".repeat(limit))).isInstanceOf(Attached.class);
        assertThat(attach("a".repeat(limit + 1)))
                .isEqualTo(new Unreadable("longer than the 262144 bytes that Kubernetes allows"));
        assertThat(attach("[".repeat(limit)))
                .isEqualTo(
                        new Unreadable("not JSON, line 1, column 102: nested deeper than 100 levels, or a number longer"
                                + " than 1000 characters, or more than 20000 values"));
    }

    /** Each would become an object: 256 KiB of text, many times that of memory. */
    @Test
    void refusesMoreNetworksThanAnybodyHas() {
        assertThat(attach("[" + "{},".repeat(20_000) + "{}]"))
                .isInstanceOfSatisfying(
                        Unreadable.class, no -> assertThat(no.reason()).endsWith("more than 20000 values"));
        assertThat(attach("a,".repeat(1000))).isInstanceOf(Attached.class);
        assertThat(attach("a,".repeat(1001))).isEqualTo(new Unreadable("more than 1000 networks"));
    }

    @Test
    void refersToNetworksThatCanBeWrittenInBothForms() {
        assertThat(new NetworkReference(Optional.of("a-1"), "b", Optional.of("eth0.1")).interfaceName())
                .hasValue("eth0.1");
        assertThat(NetworkReference.local("a"))
                .isEqualTo(new NetworkReference(Optional.empty(), "a", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "\"", "a[", "a{", "a\""})
    void takesEachOfThreeCharactersForJson(String value) {
        assertThat(attach(value))
                .isInstanceOfSatisfying(
                        Unreadable.class,
                        unreadable -> assertThat(unreadable.reason()).startsWith("not JSON, line 1, column "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a b", "-", "a/b", "a."})
    void cannotReferToANetworkThatNobodyCouldName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkReference.local(name))
                .withMessage("not a valid name of a network: \"" + name + "\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NetworkReference(Optional.of(name), "a", Optional.empty()))
                .withMessage("not a valid name of a namespace: \"" + name + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a b", "a@b", "a,b", "a[b", "a{b", "0123456789abcdef", "äöüäöüäö"})
    void cannotReferToAnInterfaceThatNobodyCouldName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NetworkReference(Optional.empty(), "a", Optional.of(name)))
                .withMessage("not a valid name of an interface: \"" + name + "\"");
    }

    private static NetworkSelectionChange attach(String value) {
        return NetworkSelection.attach(value, LINKERD, "shop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "linkerd-cni | true",
                "a, other/linkerd-cni@eth1 | true",
                "my-linkerd-cni, a@linkerd-cni, linkerd-cni/a | false",
                "a/b/c | true",
                "A | true",
                "[{\"name\":\"linkerd\\u002dcni\"}] | true",
                "[{\"Name\":\"linkerd-cni\",\"namespace\":\"other\"}] | true",
                "[{\"name\":\"linkerd-cni\",\"name\":\"a\"},{\"name\":\"b\",\"interface\":\"linkerd-cni\"}] | false",
                "[] | false",
                "[{\"name\":\"a\"},{\"name\":7}] | true",
                "[{}] | true",
                "{} | true",
                "[ | true"
            })
    void mayNameANetworkWhereItDoesOrCannotBeRead(String value, boolean may) {
        assertThat(NetworkSelection.mayName(value, "linkerd-cni")).isEqualTo(may);
    }

    @Test
    void mayNameANetworkWhereItIsTooLong() {
        assertThat(NetworkSelection.mayName("a,".repeat(200_000), "linkerd-cni"))
                .isTrue();
        assertThat(NetworkSelection.mayName("a,".repeat(100), "linkerd-cni")).isFalse();
    }
}
