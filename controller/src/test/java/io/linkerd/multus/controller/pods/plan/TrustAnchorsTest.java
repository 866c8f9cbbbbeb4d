// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrustAnchorsTest {
    private static final TrustAnchors BOTH = TrustAnchors.read(Roots.A + Roots.B);

    static Stream<String> sameBundles() {
        return Stream.of(
                Roots.B + Roots.A,
                Roots.A + Roots.B + Roots.A,
                (Roots.A + Roots.B).strip(),
                "\n\n# roots of two years\n" + Roots.A + "\nand\n" + Roots.B + "\n",
                (Roots.A + Roots.B).replace("\n", "\r\n"),
                // As an environment variable that was folded has it.
                (Roots.A + Roots.B).replaceAll("(?m)^(?!-)(.*)$", " $1 "),
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + Roots.A + Roots.B);
    }

    @ParameterizedTest
    @MethodSource("sameBundles")
    void aBundleIsWhatItsCertificatesAreNotItsText(String bundle) {
        assertThat(TrustAnchors.read(bundle)).isEqualTo(BOTH);
    }

    @Test
    void aBundleHoldsWhatIsInItAndNoMore() {
        var both = (TrustAnchors.Known) BOTH;
        var one = (TrustAnchors.Known) TrustAnchors.read(Roots.A);

        assertThat(both.fingerprints()).hasSize(2).allMatch(text -> text.matches("[0-9a-f]{64}"));
        assertThat(both.holds(one)).isTrue();
        assertThat(one.holds(both)).isFalse();
        assertThat(one.holds(one)).isTrue();
    }

    /** A bundle, and what is wrong with it. */
    record Broken(String bundle, String problem) {}

    static Stream<Broken> broken() {
        return Stream.of(
                new Broken("", "holds no certificate"),
                new Broken("todo", "holds no certificate"),
                new Broken(Roots.A.replace("CERTIFICATE", "PRIVATE KEY"), "holds no certificate"),
                new Broken(
                        Roots.A + Roots.B.replace("-----END CERTIFICATE-----", ""),
                        "certificate 2 of the bundle does not end"),
                new Broken(Roots.A + Roots.B.replace("MII", "MIJ"), "certificate 2 of the bundle cannot be parsed"),
                new Broken(
                        "-----BEGIN CERTIFICATE-----\n$(cat ca.crt)\n-----END CERTIFICATE-----",
                        "certificate 1 of the bundle cannot be parsed"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aBundleThatCannotBeReadIsTold(Broken broken) {
        assertThat(TrustAnchors.read(broken.bundle()))
                .isInstanceOfSatisfying(
                        TrustAnchors.Unreadable.class,
                        unreadable -> assertThat(unreadable.problem()).contains(broken.problem()));
    }

    @Test
    void anyTextIsABundleOrToldNotToBe() {
        property().forAll(texts()).checkAssert(text -> {
            assertThat(TrustAnchors.read(text)).isInstanceOf(TrustAnchors.Unreadable.class);
            assertThat(TrustAnchors.read(Roots.A + text.replace("-----", ""))).isEqualTo(TrustAnchors.read(Roots.A));
        });
    }
}
