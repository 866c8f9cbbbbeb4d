// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.networks.NetworkSelectionChange.AlreadyAttached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Attached;
import io.linkerd.multus.contracts.networks.NetworkSelectionChange.Unreadable;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NetworkSelectionPropertiesTest {

    private static final String POD_NAMESPACE = "shop";

    @Property(edgeCases = EdgeCasesMode.NONE)
    void attachingTwiceIsAttachingOnce(
            @ForAll("annotations") String value, @ForAll("references") NetworkReference network) {
        if (attach(value, network) instanceof Attached(var attached)) {
            assertThat(attach(attached, network)).isEqualTo(new AlreadyAttached());
            assertThat(refersTo(attached, network)).isTrue();
        } else {
            assertThat(attach(value, network)).isEqualTo(new AlreadyAttached());
            assertThat(refersTo(value, network)).isTrue();
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aListKeepsEveryByteInFront(@ForAll("lists") String value, @ForAll("references") NetworkReference network) {
        if (attach(value, network) instanceof Attached(var attached) && !value.isEmpty()) {
            assertThat(attached).startsWith(value + ",").doesNotContain("[", "{", "\"");
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void jsonKeepsEveryByteAroundWhatIsInserted(
            @ForAll("json") String value, @ForAll("references") NetworkReference network) {
        if (attach(value, network) instanceof Attached(var attached)) {
            int kept = commonPrefix(value, attached);
            assertThat(attached).endsWith(value.substring(kept));
            assertThat(attached.length()).isGreaterThan(value.length());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void otherNetworksAreStillThere(
            @ForAll("annotations") String value,
            @ForAll("references") NetworkReference network,
            @ForAll("references") NetworkReference other) {
        boolean before = refersTo(value, other);
        if (attach(value, network) instanceof Attached(var attached)) {
            boolean same = other.name().equals(network.name())
                    && other.namespace()
                            .orElse(POD_NAMESPACE)
                            .equals(network.namespace().orElse(POD_NAMESPACE));
            assertThat(refersTo(attached, other)).isEqualTo(before || same);
        }
    }

    @Property
    void anyTextHasAnAnswerAndWhatIsAttachedIsReadable(@ForAll String value) {
        var network = NetworkReference.local("linkerd-cni");
        switch (attach(value, network)) {
            case AlreadyAttached() -> assertThat(refersTo(value, network)).isTrue();
            case Attached(var attached) -> assertThat(attach(attached, network)).isEqualTo(new AlreadyAttached());
            case Unreadable(var reason) -> assertThat(reason).isNotBlank();
        }
    }

    @Provide
    Arbitrary<String> annotations() {
        return Arbitraries.oneOf(lists(), json());
    }

    @Provide
    Arbitrary<String> lists() {
        var namespace = Arbitraries.of("", "shop/", "default/", "shop /", " /");
        var name = Arbitraries.of("linkerd-cni", "net1", "a", "x-9");
        var interfaceName = Arbitraries.of("", "@eth0", "@ eth9", "@");
        var item = Combinators.combine(blanks(), namespace, name, interfaceName, blanks())
                .as((before, ns, network, port, after) -> before + ns + network + port + after);
        return item.list().ofMaxSize(5).map(items -> String.join(",", items));
    }

    @Provide
    Arbitrary<String> json() {
        var member = Arbitraries.of(
                "\"namespace\":\"default\"",
                "\"namespace\": \"shop\"",
                "\"namespace\":null",
                "\"interface\" :\"eth0\"",
                "\"ips\":[ \"10.0.0.1/24\", \"]\" ]",
                "\"cni-args\":{\"a\":[1.0e+3,{\"}\":\"\\\"\"}]}",
                "\"ünknown\\u0041\":\"{[\\\\\"");
        var name = Arbitraries.of("linkerd-cni", "net1", "a").map(text -> "\"name\":\"" + text + "\"");
        var element = Combinators.combine(member.list().ofMaxSize(3), name, blanks())
                .as((members, own, blank) -> "{" + blank + own
                        + String.join(
                                "",
                                members.stream().map(text -> "," + blank + text).toList()) + blank + "}");
        return Combinators.combine(blanks(), element.list().ofMaxSize(4), blanks())
                .as((before, elements, after) ->
                        before + "[" + after + String.join("," + after, elements) + before + "]" + after);
    }

    @Provide
    Arbitrary<NetworkReference> references() {
        return Combinators.combine(
                        Arbitraries.of("shop", "default").optional(),
                        Arbitraries.of("linkerd-cni", "net1"),
                        Arbitraries.of("eth0", "lö").optional())
                .as(NetworkReference::new);
    }

    private static Arbitrary<String> blanks() {
        return Arbitraries.of("", "", " ", "\n  ", "\t", "\r\n");
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
