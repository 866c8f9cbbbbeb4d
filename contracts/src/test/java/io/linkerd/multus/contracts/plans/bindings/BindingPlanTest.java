// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BindingPlanTest {
    private static final String ROLE = "system:openshift:scc:nonroot-v2";
    private static final BoundRole GIVEN = BoundRole.ofCluster(ROLE);
    private static final DesiredBinding DESIRED =
            new DesiredBinding("linkerd", "linkerd-multus-scc", GIVEN, Set.of("a", "b"));
    private static final Set<String> BOTH = Set.of("linkerd/a", "linkerd/b");
    private static final Owner OWNER = new Owner.Release("role", "r");

    record Case(String what, Seen<Binding> seen, String change) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case("there is none", new Seen.Absent<>(), "Write"),
                new Case("it is right", own(ROLE, BOTH, true), "Keep"),
                new Case("one is missing", own(ROLE, Set.of("linkerd/a"), true), "Write"),
                new Case("one is too many", own(ROLE, Set.of("linkerd/a", "linkerd/b", "User/x"), true), "Write"),
                new Case("it gives something else", own("cluster-admin", BOTH, true), "Replace"),
                new Case("it gives a Role of that name", ofNamespace(ROLE), "Replace"),
                new Case("an old release owns it", own(ROLE, BOTH, false), "Write"),
                new Case("another client made it", new Seen.Foreign<>("f", Optional.empty()), "Keep"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decides(Case given) {
        assertThat(BindingPlan.of(DESIRED, namespace(false), given.seen(), OWNER)
                        .change()
                        .getClass()
                        .getSimpleName())
                .isEqualTo(given.change());
    }

    @Test
    void waitsForTheNamespaceAndLeavesOneThatGoes() {
        for (var namespace : List.of(Optional.<NamespaceFacts>empty(), namespace(true))) {
            assertThat(BindingPlan.of(DESIRED, namespace, new Seen.Absent<>(), OWNER)
                            .change())
                    .isInstanceOf(Change.Keep.class);
        }
    }

    @Test
    void writesNothingForAReleaseThatIsGone() {
        var gone = new Owner.Missing("role");
        assertThat(BindingPlan.of(DESIRED, namespace(false), new Seen.Absent<>(), gone)
                        .change())
                .isInstanceOf(Change.Keep.class);
        assertThat(BindingPlan.of(DESIRED, namespace(false), own("x", BOTH, false), gone)
                        .change())
                .isInstanceOf(Change.Keep.class);
    }

    @Test
    void removesItWhereNobodyIsToGetIt() {
        var nobody = new DesiredBinding("linkerd", "name", GIVEN, Set.of());
        assertThat(BindingPlan.of(nobody, namespace(false), own(ROLE, BOTH, true), OWNER)
                        .change())
                .isInstanceOf(Change.Remove.class);
        assertThat(BindingPlan.of(nobody, namespace(false), new Seen.Absent<>(), OWNER)
                        .change())
                .isInstanceOf(Change.Keep.class);
    }

    @Test
    void tellsOfABindingThatSomebodyElseMade() {
        assertThat(BindingPlan.of(DESIRED, namespace(false), new Seen.Foreign<>("f", Optional.empty()), OWNER)
                        .notices())
                .singleElement()
                .satisfies(notice -> {
                    assertThat(notice.reason()).isEqualTo("SccBindingNotOurs");
                    assertThat(notice.message()).contains("service accounts a, b may lack");
                });
    }

    @Test
    void leavesSomebodyElsesWhereNobodyIsToGetItAndSaysNothing() {
        var nobody = new DesiredBinding("linkerd", "name", GIVEN, Set.of());
        assertThat(BindingPlan.of(nobody, namespace(false), new Seen.Foreign<>("f", Optional.empty()), OWNER))
                .isEqualTo(new BindingPlan(new Change.Keep<>("no account here is to get it"), List.of()));
    }

    private static Seen<Binding> own(String role, Set<String> subjects, boolean owned) {
        return new Seen.Own<>(
                new Seen.Sight("u", "1"), Optional.of(new Binding(BoundRole.ofCluster(role), subjects)), owned);
    }

    private static Seen<Binding> ofNamespace(String role) {
        return new Seen.Own<>(
                new Seen.Sight("u", "1"), Optional.of(new Binding(BoundRole.ofNamespace(role), BOTH)), true);
    }

    private static Optional<NamespaceFacts> namespace(boolean terminating) {
        return Optional.of(new NamespaceFacts("linkerd", "u", terminating, NamespaceMarks.SILENT));
    }
}
