// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.uids.AllowedUids.AnyNonRoot;
import io.linkerd.multus.contracts.uids.AllowedUids.Only;
import io.linkerd.multus.contracts.uids.AllowedUids.Unknown;
import io.linkerd.multus.contracts.uids.AllowedUids.Within;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedUidsTest {

    private static final Optional<String> RANGE = Optional.of("1000650000/10000");
    private static final Optional<String> NO_RANGE = Optional.empty();
    private static final Within NAMESPACE = new Within(new UidRange(1_000_650_000L, 1_000_659_999L));

    @ParameterizedTest
    @ValueSource(strings = {"restricted-v2", "restricted", "hostnetwork-v2", "hostnetwork", "hostaccess"})
    void takesTheRangeOfTheNamespaceUnderConstraintsWithoutOneOfTheirOwn(String scc) {
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault(scc), RANGE)).isEqualTo(NAMESPACE);
    }

    @ParameterizedTest
    @CsvSource({"restricted-v3,1000", "nested-container,0"})
    void takesTheRangeOfTheConstraints(String scc, long first) {
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault(scc), RANGE))
                .isEqualTo(new Within(new UidRange(first, 65534)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonroot-v2", "nonroot", "anyuid", "hostmount-anyuid", "hostmount-anyuid-v2", "privileged"})
    void allowsAllButRootUnderConstraintsThatDoNotMind(String scc) {
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault(scc), RANGE)).isEqualTo(new AnyNonRoot());
    }

    @Test
    void knowsNoConstraintsButOpenShiftsOwn() {
        assertThat(SccRunAsUser.ofDefault("restricted-v4")).isEmpty();
    }

    @Test
    void takesTheRangeOfTheNamespaceWhereNoConstraintsAreKnown() {
        assertThat(AllowedUids.of(Optional.empty(), RANGE)).isEqualTo(NAMESPACE);
    }

    @Test
    void allowsAllButRootWhereNothingDecides() {
        assertThat(AllowedUids.of(Optional.empty(), NO_RANGE)).isEqualTo(new AnyNonRoot());
    }

    @Test
    void namesTheAnnotationAndItsValueWhereItCannotBeRead() {
        var unknown =
                new Unknown("the namespace's annotation openshift.io/sa.scc.uid-range is \"1000 /5\": OpenShift cannot"
                        + " read it: input does not match format");

        assertThat(AllowedUids.of(Optional.empty(), Optional.of("1000 /5"))).isEqualTo(unknown);
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault("restricted-v2"), Optional.of("1000 /5")))
                .isEqualTo(unknown);
    }

    @Test
    void doesNotReadTheAnnotationWhereItDoesNotDecide() {
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault("nonroot-v2"), Optional.of("x")))
                .isEqualTo(new AnyNonRoot());
    }

    @Test
    void saysThatTheNamespaceHasNoRange() {
        assertThat(AllowedUids.of(SccRunAsUser.ofDefault("restricted-v2"), NO_RANGE))
                .isEqualTo(new Unknown("the namespace has no annotation openshift.io/sa.scc.uid-range"));
    }

    @Test
    void readsConstraintsOfACluster() {
        assertThat(of("MustRunAs", 5, -1, -1)).isEqualTo(new Only(5));
        assertThat(of("MustRunAsRange", -1, 7, 9)).isEqualTo(new Within(new UidRange(7, 9)));
        assertThat(of("MustRunAsRange", -1, 7, 7)).isEqualTo(new Within(new UidRange(7, 7)));
        assertThat(of("MustRunAsRange", -1, 7, 4_294_967_295L)).isEqualTo(new Within(new UidRange(7, 4_294_967_295L)));
        assertThat(of("MustRunAsRange", -1, -1, -1)).isEqualTo(NAMESPACE);
    }

    @Test
    void saysWhichConstraintsMakeNoSense() {
        assertThat(of("MustRunAs", -1, -1, -1))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints say MustRunAs without a uid"));
        assertThat(of("Sometimes", -1, -1, -1))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have the runAsUser type \"Sometimes\""));
        assertThat(of("MustRunAsRange", -1, 7, -1))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have only one end of a range"));
        assertThat(of("MustRunAsRange", -1, -1, 7))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have only one end of a range"));
        assertThat(of("MustRunAsRange", -1, 9, 7))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have the range 9 to 7"));
        assertThat(of("MustRunAsRange", -1, 9, 4_294_967_296L))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have the range 9 to 4294967296"));
        assertThat(AllowedUids.of(
                        Optional.of(new SccRunAsUser(
                                "MustRunAsRange", OptionalLong.empty(), OptionalLong.of(-5), OptionalLong.of(4))),
                        RANGE))
                .isEqualTo(new Unknown("the pod's SecurityContextConstraints have the range -5 to 4"));
    }

    @Test
    void containsNeitherRootNorWhatKubernetesRefuses() {
        assertThat(new AnyNonRoot().contains(0)).isFalse();
        assertThat(new AnyNonRoot().contains(1)).isTrue();
        assertThat(new AnyNonRoot().contains(2_147_483_647L)).isTrue();
        assertThat(new AnyNonRoot().contains(2_147_483_648L)).isFalse();
        assertThat(new Within(new UidRange(0, 5)).contains(0)).isFalse();
        assertThat(new Within(new UidRange(0, 5)).contains(5)).isTrue();
        assertThat(new Within(new UidRange(0, 5)).contains(6)).isFalse();
        assertThat(new Only(7).contains(7)).isTrue();
        assertThat(new Only(7).contains(8)).isFalse();
        assertThat(new Unknown("why").contains(7)).isTrue();
    }

    @Test
    void speaksOfItselfInWords() {
        assertThat(NAMESPACE.inWords()).isEqualTo("user ids 1000650000-1000659999");
        assertThat(new Only(7).inWords()).isEqualTo("user id 7");
        assertThat(new AnyNonRoot().inWords()).isEqualTo("user ids 1-2147483647");
        assertThat(new Unknown("why").inWords()).isEqualTo("user ids 1-2147483647");
    }

    private static AllowedUids of(String type, long uid, long min, long max) {
        return AllowedUids.of(Optional.of(new SccRunAsUser(type, optional(uid), optional(min), optional(max))), RANGE);
    }

    private static OptionalLong optional(long value) {
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
