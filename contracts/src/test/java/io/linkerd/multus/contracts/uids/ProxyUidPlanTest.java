// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.uids.AllowedUids.AnyNonRoot;
import io.linkerd.multus.contracts.uids.AllowedUids.Only;
import io.linkerd.multus.contracts.uids.AllowedUids.Unknown;
import io.linkerd.multus.contracts.uids.AllowedUids.Within;
import io.linkerd.multus.contracts.uids.ProxyUidPlan.Assign;
import io.linkerd.multus.contracts.uids.ProxyUidPlan.Keep;
import io.linkerd.multus.contracts.uids.ProxyUidPlan.Refuse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyUidPlanTest {

    private static final long FIRST = 1_000_650_000L;
    private static final long LAST = 1_000_659_999L;
    private static final long NONE = -1;
    private static final AllowedUids RESTRICTED = new Within(new UidRange(FIRST, LAST));
    private static final AllowedUids NON_ROOT = new AnyNonRoot();
    private static final AllowedUids UNKNOWN = new Unknown("the namespace has no range");

    @Nested
    class UnderRestricted {

        @Test
        void takesTheTwoHighestForProxyAndValidator() {
            assertThat(ProxyUidPlan.of(linkerdsPod(RESTRICTED, FIRST)))
                    .isEqualTo(new Assign(
                            LAST,
                            OptionalLong.of(LAST - 1),
                            "highest free user id of 1000650000-1000659999; network validator: highest free user id but the"
                                    + " proxy's",
                            List.of()));
        }

        @Test
        void leavesOutWhatTheApplicationRunsAs() {
            assertThat(uids(linkerdsPod(RESTRICTED, FIRST, LAST, LAST - 2))).isEqualTo(List.of(LAST - 1, LAST - 3));
        }

        @Test
        void setsNothingForAValidatorThatIsNotThere() {
            assertThat(uids(new Pod(RESTRICTED, FIRST).proxy(2102).request())).isEqualTo(List.of(LAST));
        }

        @Test
        void choosesWhereProxyAndValidatorHaveNone() {
            assertThat(uids(new Pod(RESTRICTED, FIRST).validator(NONE).request()))
                    .isEqualTo(List.of(LAST, LAST - 1));
        }

        @Test
        void keepsAUserIdOfTheRangeAndWritesTheAnnotation() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, FIRST)
                            .proxy(FIRST + 5)
                            .validator(FIRST + 6)
                            .request()))
                    .isEqualTo(new Assign(
                            FIRST + 5,
                            OptionalLong.of(FIRST + 6),
                            "the proxy's own user id is allowed, and no other container has it",
                            List.of()));
        }

        @Test
        void movesAValidatorThatHasTheProxysUserId() {
            assertThat(uids(new Pod(RESTRICTED, FIRST)
                            .proxy(LAST)
                            .validator(LAST)
                            .request()))
                    .isEqualTo(List.of(LAST, LAST - 1));
        }

        @Test
        void movesAValidatorThatHasTheApplicationsUserId() {
            assertThat(uids(new Pod(RESTRICTED, FIRST)
                            .proxy(2102)
                            .validator(FIRST)
                            .request()))
                    .isEqualTo(List.of(LAST, LAST - 1));
        }

        @Test
        void keepsWhatIsRightAlready() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, FIRST)
                            .annotation(String.valueOf(LAST))
                            .proxy(LAST)
                            .validator(LAST - 1)
                            .request()))
                    .isEqualTo(new Keep("annotation config.linkerd.io/proxy-uid", List.of()));
        }

        @Test
        void doesNotTakeTheFirstUserIdThoughNobodyHasItYet() {
            assertThat(uids(new Pod(RESTRICTED, LAST)
                            .proxy(FIRST)
                            .validator(FIRST)
                            .request()))
                    .isEqualTo(List.of(LAST - 1, FIRST));
            assertThat(uids(pod(new UidRange(10, 12), 12).proxy(10).request())).isEqualTo(List.of(11L));
        }

        @Test
        void takesTheFirstUserIdWithAWarningWhereItIsTheOnlyFreeOne() {
            assertThat(ProxyUidPlan.of(pod(new UidRange(10, 11), 11).proxy(2102).request()))
                    .isEqualTo(new Assign(
                            10,
                            OptionalLong.empty(),
                            "highest free user id of 10-11",
                            List.of("the proxy has the first user id of the range; a container that is added without"
                                    + " one, as by kubectl debug, gets the same and sends past the proxy")));
        }

        @Test
        void sharesTheApplicationsUserIdWithTheValidatorWhereThereIsNoThird() {
            assertThat(ProxyUidPlan.of(pod(new UidRange(10, 11), 10)
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isEqualTo(
                            new Assign(
                                    11,
                                    OptionalLong.of(10),
                                    "highest free user id of 10-11; network validator: a user id of the application",
                                    List.of(
                                            "the network validator shares its user id with the application: there is no third")));
        }

        @Test
        void leavesAValidatorThatSharesWithTheApplicationAlready() {
            assertThat(uids(pod(new UidRange(10, 12), 10, 12)
                            .proxy(2102)
                            .validator(12)
                            .request()))
                    .isEqualTo(List.of(11L, 12L));
        }

        @Test
        void namesBothWarnings() {
            assertThat(ProxyUidPlan.of(pod(new UidRange(10, 11), 11)
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isInstanceOfSatisfying(Assign.class, assign -> {
                        assertThat(assign.proxy()).isEqualTo(10);
                        assertThat(assign.validator()).hasValue(11);
                        assertThat(assign.warnings()).hasSize(2);
                        assertThat(assign.warnings().getFirst()).contains("first user id of the range");
                        assertThat(assign.warnings().getLast()).contains("there is no third");
                    });
        }

        @Test
        void threeUserIdsAreEnoughForThree() {
            assertThat(uids(pod(new UidRange(10, 12), 10)
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isEqualTo(List.of(12L, 11L));
        }

        @Test
        void refusesAPodWhoseContainersHaveThemAll() {
            assertThat(ProxyUidPlan.of(
                            pod(new UidRange(10, 11), 10, 11).proxy(2102).request()))
                    .isEqualTo(new Refuse(
                            "the pod's containers run as every user id of 10-11; the proxy needs one of its own:"
                                    + " widen the namespace's range"));
        }

        @Test
        void refusesARangeInWhichProxyAndValidatorWouldBeTheSame() {
            assertThat(ProxyUidPlan.of(
                            pod(new UidRange(10, 10)).validator(65534).request()))
                    .isEqualTo(new Refuse(
                            "the proxy needs user id 10 for itself, and the network validator another: the pod may"
                                    + " only run as user ids 10-10; widen the namespace's range"));
        }

        @Test
        void neverTakesRootOrMoreThanKubernetesAllows() {
            assertThat(uids(pod(new UidRange(0, 2), 2).proxy(0).validator(0).request()))
                    .isEqualTo(List.of(1L, 2L));
            assertThat(uids(pod(new UidRange(5, UidRange.HIGHEST_READABLE), 5)
                            .proxy(4_000_000_000L)
                            .validator(4_000_000_001L)
                            .request()))
                    .isEqualTo(List.of(2_147_483_647L, 2_147_483_646L));
            assertThat(ProxyUidPlan.of(pod(new UidRange(UidRange.HIGHEST_UID + 1, UidRange.HIGHEST_UID + 9))
                            .request()))
                    .isInstanceOf(Refuse.class);
        }

        @Test
        void writesTheAnnotationThoughTwoThousandOneHundredAndTwoIsAllowed() {
            assertThat(uids(pod(new UidRange(1000, 65534), 1000)
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isEqualTo(List.of(2102L, 65534L));
        }
    }

    @Nested
    class WithTheOffset {

        @Test
        void addsItToTheFirst() {
            assertThat(ProxyUidPlan.of(
                            new Pod(RESTRICTED, FIRST).proxy(2102).offset().request()))
                    .isEqualTo(new Assign(
                            FIRST + 2102,
                            OptionalLong.empty(),
                            "first user id of 1000650000-1000659999 plus 2102",
                            List.of()));
        }

        @Test
        void takesTheHighestWhereItIsTakenOrOutside() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, FIRST, FIRST + 2102)
                            .proxy(2102)
                            .offset()
                            .request()))
                    .isEqualTo(new Assign(
                            LAST,
                            OptionalLong.empty(),
                            "highest free user id of 1000650000-1000659999, since 1000652102 is not free",
                            List.of()));
            assertThat(uids(pod(new UidRange(10, 2111), 10).offset().request())).isEqualTo(List.of(2111L));
            assertThat(uids(pod(new UidRange(10, 2112), 10).offset().request())).isEqualTo(List.of(2112L));
        }
    }

    @Nested
    class WithAnAnnotation {

        @Test
        void takesItAndSetsTheProxyToo() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, FIRST)
                            .annotation("1000650007")
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isEqualTo(new Assign(
                            FIRST + 7,
                            OptionalLong.of(LAST),
                            "annotation config.linkerd.io/proxy-uid; network validator: highest free user id but the proxy's",
                            List.of()));
        }

        @ParameterizedTest
        @ValueSource(strings = {"+3000", "003000", "+003000", "3000"})
        void readsItAsGoDoes(String annotation) {
            assertThat(uids(new Pod(NON_ROOT, 1000)
                            .annotation(annotation)
                            .proxy(2102)
                            .request()))
                    .isEqualTo(List.of(3000L));
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 1000)
                            .annotation(annotation)
                            .proxy(3000)
                            .request()))
                    .isInstanceOf(Keep.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    " ",
                    "abc",
                    " 3000",
                    "3000 ",
                    "3_000",
                    "0x10",
                    "-5",
                    "0",
                    "+",
                    "2147483648",
                    "999999999999999999",
                    "9999999999999999999",
                    "18446744073709551617",
                    "\u0663",
                    "1.5"
                })
        void refusesWhatIsNoUserId(String annotation) {
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 1000)
                            .annotation(annotation)
                            .proxy(2102)
                            .request()))
                    .isEqualTo(new Refuse(
                            "annotation config.linkerd.io/proxy-uid is \"" + annotation + "\": it is not a user id"
                                    + " between 1 and 2147483647; correct it on the pod's template or its namespace, or remove it there"
                                    + " and a user id is chosen"));
        }

        @Test
        void takesTheHighestUserIdOfKubernetes() {
            assertThat(uids(new Pod(NON_ROOT, 1000).annotation("2147483647").request()))
                    .isEqualTo(List.of(2_147_483_647L));
        }

        @Test
        void refusesOneThatThePodMayNotHave() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, FIRST)
                            .annotation("2102")
                            .proxy(2102)
                            .request()))
                    .isEqualTo(new Refuse(
                            "annotation config.linkerd.io/proxy-uid is \"2102\": the pod may only run as user ids"
                                    + " 1000650000-1000659999; correct it on the pod's template or its namespace, or remove it there"
                                    + " and a user id is chosen"));
        }

        @Test
        void refusesOneThatAnotherContainerHas() {
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 2102)
                            .annotation("2102")
                            .proxy(2102)
                            .request()))
                    .isEqualTo(new Refuse(
                            "annotation config.linkerd.io/proxy-uid is \"2102\": another container of the pod runs"
                                    + " as it, and would send past the proxy; correct it on the pod's template or its namespace, or"
                                    + " remove it there and a user id is chosen"));
        }

        @Test
        void warnsOfTheFirstUserIdOfTheRange() {
            assertThat(ProxyUidPlan.of(new Pod(RESTRICTED, LAST)
                            .annotation(String.valueOf(FIRST))
                            .request()))
                    .isInstanceOfSatisfying(Assign.class, assign -> {
                        assertThat(assign.proxy()).isEqualTo(FIRST);
                        assertThat(assign.warnings())
                                .singleElement()
                                .asString()
                                .startsWith("the proxy has the first user id of the range");
                    });
        }

        @Test
        void takesAnEmptyOneForNone() {
            assertThat(uids(new Pod(RESTRICTED, FIRST)
                            .annotation("")
                            .proxy(2102)
                            .request()))
                    .isEqualTo(List.of(LAST));
        }

        @Test
        void winsWhereNothingIsKnown() {
            assertThat(uids(new Pod(UNKNOWN, 1000)
                            .annotation("3000")
                            .proxy(2102)
                            .validator(65534)
                            .request()))
                    .isEqualTo(List.of(3000L, 65534L));
            assertThat(ProxyUidPlan.of(new Pod(UNKNOWN, 1000)
                            .annotation("3000")
                            .proxy(2102)
                            .validator(NONE)
                            .request()))
                    .isEqualTo(new Assign(
                            3000, OptionalLong.empty(), "annotation config.linkerd.io/proxy-uid", List.of()));
        }
    }

    @Nested
    class WhereAnyUserIdIsAllowed {

        /** Linkerd's chart for the plugin has a setting for it: a proxy that the plugin knows by another would be redirected to itself. */
        @Test
        void writesTheAnnotationAlwaysSinceThePluginsDefaultMayHaveBeenChanged() {
            assertThat(ProxyUidPlan.of(linkerdsPod(NON_ROOT, 2103)))
                    .isEqualTo(new Assign(
                            2102,
                            OptionalLong.of(65534),
                            "the proxy's own user id is allowed, and no other container has it",
                            List.of()));
            assertThat(uids(new Pod(NON_ROOT, 1000).proxy(2102).request())).containsExactly(2102L);
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 1000)
                            .annotation("2102")
                            .proxy(2102)
                            .request()))
                    .isInstanceOf(Keep.class);
        }

        @Test
        void anInitContainerThatRunsAsTheProxyOnPurposeMovesItNowhereAndIsWarnedOf() {
            var warnings = List.of("an init container runs as the proxy's user id 2102: what it sends passes by the"
                    + " proxy, outside of the mesh");

            assertThat(ProxyUidPlan.of(
                            new Pod(NON_ROOT, 1000).init(2102).proxy(2102).request()))
                    .isEqualTo(new Assign(
                            2102,
                            OptionalLong.empty(),
                            "the proxy's own user id is allowed, and no other container has it",
                            warnings));
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 1000)
                            .init(2102)
                            .annotation("2102")
                            .proxy(2102)
                            .request()))
                    .isEqualTo(new Keep("annotation config.linkerd.io/proxy-uid", warnings));
        }

        /** The plugin reads the namespace's when the pod's sandbox is made, and it may be another by then. */
        @Test
        void writesOnThePodWhatOnlyItsNamespaceSays() {
            for (var allowed : List.of(NON_ROOT, UNKNOWN)) {
                assertThat(ProxyUidPlan.of(new Pod(allowed, 1000)
                                .namespacesAnnotation("3000")
                                .proxy(3000)
                                .request()))
                        .isEqualTo(new Assign(
                                3000, OptionalLong.empty(), "annotation config.linkerd.io/proxy-uid", List.of()));
            }
            assertThat(ProxyUidPlan.of(new Pod(NON_ROOT, 1000)
                            .annotation("3000")
                            .namespacesAnnotation("4000")
                            .proxy(3000)
                            .request()))
                    .isInstanceOf(Keep.class);
        }

        @Test
        void anInitContainerIsToldWhenTheProxyHasToMove() {
            assertThat(ProxyUidPlan.of(
                            new Pod(NON_ROOT, 2102).init(2102).proxy(2102).request()))
                    .isInstanceOfSatisfying(Assign.class, assign -> {
                        assertThat(assign.proxy()).isEqualTo(2103);
                        assertThat(assign.warnings())
                                .singleElement()
                                .asString()
                                .contains("2102", "2103", "does not run yet");
                    });
        }

        @Test
        void noProxyIsGivenTheUserIdOfAnInitContainer() {
            assertThat(uids(new Pod(NON_ROOT, 1000).init(2102).request())).containsExactly(2103L);
        }

        @Test
        void movesTheProxyOffTheApplicationsUserId() {
            assertThat(ProxyUidPlan.of(linkerdsPod(NON_ROOT, 2102, 2103)))
                    .isEqualTo(new Assign(
                            2104, OptionalLong.of(65534), "first free user id from Linkerd's 2102 on", List.of()));
        }

        @Test
        void movesTheValidatorOffTheApplicationsUserId() {
            assertThat(uids(linkerdsPod(NON_ROOT, 65534))).isEqualTo(List.of(2102L, 65533L));
        }

        @Test
        void writesLinkerdsDefaultsWhereTheImagesWouldDecide() {
            assertThat(uids(new Pod(NON_ROOT, 1000).validator(NONE).request())).isEqualTo(List.of(2102L, 65534L));
        }

        @Test
        void writesTheAnnotationWhereTheProxyDoesNotHaveLinkerdsDefault() {
            assertThat(uids(new Pod(NON_ROOT, 1000).proxy(3000).validator(65534).request()))
                    .isEqualTo(List.of(3000L, 65534L));
        }

        @Test
        void doesNotTakeRoot() {
            assertThat(uids(new Pod(NON_ROOT, 1000).proxy(0).validator(0).request()))
                    .isEqualTo(List.of(2102L, 65534L));
        }
    }

    @Nested
    class WhereOneUserIdIsAllowed {

        @Test
        void refusesAPodWithAnApplication() {
            assertThat(ProxyUidPlan.of(linkerdsPod(new Only(1001), 1001)))
                    .isEqualTo(new Refuse(
                            "the pod may only run as user id 1001, which its other containers have; the proxy needs"
                                    + " one of its own: use SecurityContextConstraints with a range"));
        }

        @Test
        void refusesAPodWithAValidator() {
            assertThat(ProxyUidPlan.of(linkerdsPod(new Only(1001))))
                    .isEqualTo(new Refuse(
                            "the proxy needs user id 1001 for itself, and the network validator another: the pod"
                                    + " may only run as user id 1001; widen the namespace's range"));
        }

        @Test
        void takesItForAProxyByItself() {
            assertThat(ProxyUidPlan.of(new Pod(new Only(1001)).proxy(1001).request()))
                    .isEqualTo(new Assign(
                            1001, OptionalLong.empty(), "the only user id that the pod may have", List.of()));
        }
    }

    @Nested
    class WhereNobodyCanTellWhatIsAllowed {

        @Test
        void keepsAPodInWhichNothingCollides() {
            assertThat(ProxyUidPlan.of(linkerdsPod(UNKNOWN, 1000))).isInstanceOf(Keep.class);
            assertThat(ProxyUidPlan.of(
                            new Pod(UNKNOWN, 1000).proxy(3000).validator(NONE).request()))
                    .isInstanceOf(Keep.class);
            assertThat(ProxyUidPlan.of(
                            new Pod(UNKNOWN, 1000).proxy(3000).validator(1000).request()))
                    .isInstanceOf(Keep.class);
        }

        @Test
        void refusesAPodInWhichTheProxyCollidesOrHasNone() {
            var refusal =
                    new Refuse("the proxy needs a user id that no other container of the pod has, and which ones are"
                            + " allowed cannot be told: the namespace has no range");

            assertThat(ProxyUidPlan.of(linkerdsPod(UNKNOWN, 2102))).isEqualTo(refusal);
            assertThat(ProxyUidPlan.of(new Pod(UNKNOWN, 1000).request())).isEqualTo(refusal);
        }

        @Test
        void refusesAPodInWhichProxyAndValidatorAreTheSame() {
            assertThat(ProxyUidPlan.of(
                            new Pod(UNKNOWN, 1000).proxy(2102).validator(2102).request()))
                    .isEqualTo(new Refuse(
                            "the proxy needs user id 2102 for itself, and the network validator another: which ones"
                                    + " are allowed cannot be told: the namespace has no range"));
        }
    }

    private static Pod pod(UidRange range, long... used) {
        return new Pod(new Within(range), used);
    }

    /** A pod as Linkerd's injector leaves it by default. */
    private static PodUids linkerdsPod(AllowedUids allowed, long... used) {
        return new Pod(allowed, used).proxy(2102).validator(65534).request();
    }

    private static List<Long> uids(PodUids request) {
        var assign = (Assign) ProxyUidPlan.of(request);
        return assign.validator().isPresent()
                ? List.of(assign.proxy(), assign.validator().getAsLong())
                : List.of(assign.proxy());
    }

    /** Builds requests: without an annotation, a proxy's user id and a validator unless it is told otherwise. */
    private static final class Pod {
        private final AllowedUids allowed;
        private final TreeSet<Long> used = new TreeSet<>();
        private final TreeSet<Long> init = new TreeSet<>();
        private Optional<String> explicit = Optional.empty();
        private Optional<String> namespaces = Optional.empty();
        private OptionalLong proxy = OptionalLong.empty();
        private OptionalLong validator = OptionalLong.empty();
        private boolean hasValidator;
        private ProxyUidStrategy strategy = ProxyUidStrategy.HIGHEST;

        Pod(AllowedUids allowed, long... used) {
            this.allowed = allowed;
            for (long uid : used) {
                this.used.add(uid);
            }
        }

        Pod annotation(String value) {
            explicit = Optional.of(value);
            return this;
        }

        Pod namespacesAnnotation(String value) {
            namespaces = Optional.of(value);
            return this;
        }

        Pod proxy(long uid) {
            proxy = OptionalLong.of(uid);
            return this;
        }

        Pod validator(long uid) {
            hasValidator = true;
            validator = uid == NONE ? OptionalLong.empty() : OptionalLong.of(uid);
            return this;
        }

        Pod init(long uid) {
            init.add(uid);
            return this;
        }

        Pod offset() {
            strategy = ProxyUidStrategy.OFFSET;
            return this;
        }

        PodUids request() {
            return new PodUids(allowed, used, init, explicit, namespaces, proxy, validator, hasValidator, strategy);
        }
    }
}
