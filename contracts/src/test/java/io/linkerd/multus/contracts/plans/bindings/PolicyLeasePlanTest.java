// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyLeasePlanTest {
    private static final String NAME = "linkerd-multus-policy-lease";
    private static final BoundRole ROLE = BoundRole.ofNamespace(NAME);
    private static final DesiredBinding DESIRED =
            new DesiredBinding("linkerd", NAME, ROLE, Set.of("linkerd-destination"));
    private static final Binding BINDING = new Binding(ROLE, Set.of("linkerd/linkerd-destination"));
    private static final Owner OWNER = new Owner.Release("role", "r");

    record Case(String what, Seen<GivenRole> role, Seen<Binding> binding, String roleChange, String bindingChange) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case("there is none", new Seen.Absent<>(), new Seen.Absent<>(), "Write", "Write"),
                new Case("both are right", own(PolicyLeasePlan.RIGHT), own(BINDING), "Keep", "Keep"),
                new Case("the Role was widened", own(wider()), own(BINDING), "Write", "Keep"),
                new Case("the Role was emptied", own(new GivenRole(List.of())), own(BINDING), "Write", "Keep"),
                new Case("the Role is gone", new Seen.Absent<>(), own(BINDING), "Write", "Keep"),
                new Case("the binding is gone", own(PolicyLeasePlan.RIGHT), new Seen.Absent<>(), "Keep", "Write"),
                new Case(
                        "the binding gives more",
                        own(PolicyLeasePlan.RIGHT),
                        own(new Binding(BoundRole.ofCluster("cluster-admin"), BINDING.subjects())),
                        "Keep",
                        "Replace"),
                new Case("the binding is another's", own(PolicyLeasePlan.RIGHT), foreign(), "Keep", "Keep"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decides(Case given) {
        var plan = plan(DESIRED, given.role(), given.binding());

        assertThat(name(plan.role())).isEqualTo(given.roleChange());
        assertThat(name(plan.binding())).isEqualTo(given.bindingChange());
    }

    @Test
    void givesDeleteOnThatOneLeaseAndNoOtherRight() {
        assertThat(PolicyLeasePlan.RIGHT.rules())
                .containsExactly(new GivenRole.Rule(
                        Set.of("coordination.k8s.io"),
                        Set.of("leases"),
                        Set.of("policy-controller-write"),
                        Set.of("delete")));
    }

    /** Whatever it gives, the control plane would get it. */
    @Test
    void bindsNobodyToARoleThatAnotherWriterMade() {
        assertThat(name(plan(DESIRED, foreign(), new Seen.Absent<>()).binding()))
                .isEqualTo("Keep");
        assertThat(name(plan(DESIRED, foreign(), own(BINDING)).binding())).isEqualTo("Remove");
    }

    @Test
    void tellsOfBothThatAnotherWriterMade() {
        assertThat(plan(DESIRED, foreign(), foreign()).notices())
                .extracting(notice -> notice.subject().kind())
                .containsExactly("Role", "RoleBinding");
        assertThat(plan(DESIRED, foreign(), new Seen.Absent<>()).notices())
                .singleElement()
                .satisfies(notice -> {
                    assertThat(notice.reason()).isEqualTo("PolicyLeaseRightNotOurs");
                    assertThat(notice.weight()).isEqualTo(Notice.Weight.WARNING);
                    assertThat(notice.message()).contains("policy-controller-write", "linkerd-destination");
                });
    }

    @Test
    void removesBothWhereTheControlPlaneDoesNotGetThem() {
        var plan = plan(DESIRED.toNobody(), own(PolicyLeasePlan.RIGHT), own(BINDING));

        assertThat(name(plan.role())).isEqualTo("Remove");
        assertThat(name(plan.binding())).isEqualTo("Remove");
    }

    @Test
    void leavesAnothersWhereTheControlPlaneDoesNotGetItAndSaysNothing() {
        var plan = plan(DESIRED.toNobody(), foreign(), foreign());

        assertThat(name(plan.role())).isEqualTo("Keep");
        assertThat(name(plan.binding())).isEqualTo("Keep");
        assertThat(plan.notices()).isEmpty();
    }

    @Test
    void waitsForTheNamespaceAndLeavesOneThatGoes() {
        for (var namespace : List.of(Optional.<NamespaceFacts>empty(), namespace(true))) {
            for (var desired : List.of(DESIRED, DESIRED.toNobody())) {
                var plan =
                        PolicyLeasePlan.of(desired, namespace, own(PolicyLeasePlan.RIGHT), new Seen.Absent<>(), OWNER);

                assertThat(name(plan.role())).isEqualTo("Keep");
                assertThat(name(plan.binding())).isEqualTo("Keep");
            }
        }
    }

    @Test
    void writesNothingForAReleaseThatIsGone() {
        var gone = new Owner.Missing("role");
        var plan = PolicyLeasePlan.of(DESIRED, namespace(false), new Seen.Absent<>(), new Seen.Absent<>(), gone);

        assertThat(name(plan.role())).isEqualTo("Keep");
        assertThat(name(plan.binding())).isEqualTo("Keep");
    }

    private static PolicyLeasePlan plan(DesiredBinding desired, Seen<GivenRole> role, Seen<Binding> binding) {
        return PolicyLeasePlan.of(desired, namespace(false), role, binding, OWNER);
    }

    private static String name(Change<?> change) {
        return change.getClass().getSimpleName();
    }

    private static GivenRole wider() {
        return new GivenRole(List.of(
                new GivenRole.Rule(Set.of("coordination.k8s.io"), Set.of("leases"), Set.of(), Set.of("delete"))));
    }

    private static <C> Seen<C> own(C content) {
        return new Seen.Own<>(new Seen.Sight("u", "1"), Optional.of(content), true);
    }

    private static <C> Seen<C> foreign() {
        return new Seen.Foreign<>("f", Optional.empty());
    }

    private static Optional<NamespaceFacts> namespace(boolean terminating) {
        return Optional.of(new NamespaceFacts("linkerd", "u", terminating, NamespaceMarks.SILENT));
    }
}
