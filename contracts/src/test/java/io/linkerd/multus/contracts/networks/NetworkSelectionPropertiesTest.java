// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.networks.NetworkSelectionChange.AlreadyAttached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Attached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.NotNeeded;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Unreadable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class NetworkSelectionPropertiesTest {

    private static final String POD_NAMESPACE = "shop";
    private static final Gen<String> BLANKS = arbitrary().pick("", "", " ", "\n  ", "\t", "\r\n");

    @Test
    void attachingTwiceIsAttachingOnce() {
        property().forAll(annotations(), references()).checkAssert((value, network) -> {
            if (attach(value, network) instanceof Attached(var attached)) {
                assertThat(attach(attached, network)).isEqualTo(new AlreadyAttached());
                assertThat(refersTo(attached, network)).isTrue();
            } else {
                assertThat(attach(value, network)).isEqualTo(new AlreadyAttached());
                assertThat(refersTo(value, network)).isTrue();
            }
        });
    }

    @Test
    void aListKeepsEveryByteInFront() {
        property().forAll(listForms(), references()).checkAssert((value, network) -> {
            if (attach(value, network) instanceof Attached(var attached) && !value.isEmpty()) {
                assertThat(attached).startsWith(value + ",").doesNotContain("[", "{", "\"");
            }
        });
    }

    @Test
    void jsonKeepsEveryByteAroundWhatIsInserted() {
        property().forAll(jsonForms(), references()).checkAssert((value, network) -> {
            if (attach(value, network) instanceof Attached(var attached)) {
                int kept = commonPrefix(value, attached);
                assertThat(attached).endsWith(value.substring(kept));
                assertThat(attached.length()).isGreaterThan(value.length());
            }
        });
    }

    @Test
    void otherNetworksAreStillThere() {
        property().forAll(annotations(), references(), references()).checkAssert((value, network, other) -> {
            boolean before = refersTo(value, other);
            if (attach(value, network) instanceof Attached(var attached)) {
                boolean same = other.name().equals(network.name())
                        && other.namespace()
                                .orElse(POD_NAMESPACE)
                                .equals(network.namespace().orElse(POD_NAMESPACE));
                assertThat(refersTo(attached, other)).isEqualTo(before || same);
            }
        });
    }

    @Test
    void anyTextHasAnAnswerAndWhatIsAttachedIsReadable() {
        var network = NetworkReference.local("linkerd-cni");
        property().forAll(texts()).checkAssert(value -> {
            switch (attach(value, network)) {
                case AlreadyAttached() -> assertThat(refersTo(value, network)).isTrue();
                case Attached(var attached) ->
                    assertThat(attach(attached, network)).isEqualTo(new AlreadyAttached());
                case Unreadable(var reason) -> assertThat(reason).isNotBlank();
                case NotNeeded() -> throw new AssertionError("a network was asked for");
            }
        });
    }

    private static Gen<String> annotations() {
        return oneOf(listForms(), jsonForms());
    }

    private static Gen<String> listForms() {
        var namespaces = arbitrary().pick("", "shop/", "default/", "shop /", " /");
        var names = arbitrary().pick("linkerd-cni", "net1", "a", "x-9");
        var interfaces = arbitrary().pick("", "@eth0", "@ eth9", "@");
        Gen<String> items = in -> BLANKS.generate(in)
                + namespaces.generate(in)
                + names.generate(in)
                + interfaces.generate(in)
                + BLANKS.generate(in);
        return lists().of(items).ofSizeBetween(0, 5).map(list -> String.join(",", list));
    }

    private static Gen<String> jsonForms() {
        var members = arbitrary()
                .pick(
                        "\"namespace\":\"default\"",
                        "\"namespace\": \"shop\"",
                        "\"namespace\":null",
                        "\"interface\" :\"eth0\"",
                        "\"ips\":[ \"10.0.0.1/24\", \"]\" ]",
                        "\"cni-args\":{\"a\":[1.0e+3,{\"}\":\"\\\"\"}]}",
                        "\"ünknown\\u0041\":\"{[\\\\\"");
        var names = arbitrary().pick("linkerd-cni", "net1", "a").map(text -> "\"name\":\"" + text + "\"");
        var elements = BLANKS.zip(names, lists().of(members).ofSizeBetween(0, 3), (blank, name, others) -> {
            var tail = String.join(
                    "", others.stream().map(text -> "," + blank + text).toList());
            return "{" + blank + name + tail + blank + "}";
        });
        return BLANKS.zip(
                BLANKS,
                lists().of(elements).ofSizeBetween(0, 4),
                (before, after, list) -> before + "[" + after + String.join("," + after, list) + before + "]" + after);
    }

    private static Gen<NetworkReference> references() {
        var namespaces = arbitrary().pick("shop", "default").toOptionals(5);
        var names = arbitrary().pick("linkerd-cni", "net1");
        var interfaces = arbitrary().pick("eth0", "lö").toOptionals(5);
        return namespaces.zip(names, interfaces, NetworkReference::new);
    }

    private static NetworkSelectionChange attach(String value, NetworkReference network) {
        return NetworkSelection.attach(value, network, POD_NAMESPACE);
    }

    private static boolean refersTo(String value, NetworkReference network) {
        return NetworkSelection.refersTo(
                value, network.namespace().orElse(POD_NAMESPACE), network.name(), POD_NAMESPACE);
    }

    private static int commonPrefix(String one, String other) {
        int length = 0;
        while (length < one.length() && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }
}
