// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.namespaces.NamespaceFacts;
import io.linkerd.multus.controller.notices.Notice;
import io.linkerd.multus.controller.ownership.Owner;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BindingPlanTest {
    private static final String ROLE = "system:openshift:scc:nonroot-v2";
    private static final Desired DESIRED =
            new Desired("linkerd", "linkerd-multus-scc-nonroot-v2", ROLE, Set.of("a", "b"));
    private static final Set<String> BOTH = Set.of("linkerd/a", "linkerd/b");
    private static final Owner OWNER = new Owner.ClusterRole("role", "r");

    record Case(String what, Binding seen, String action) {}

    static Stream<Case> cases() {
        return Stream.of(
                new Case("there is none", new Binding.Absent(), "Write"),
                new Case("it is right", new Binding.Own("1", ROLE, BOTH, true), "Keep"),
                new Case("one is missing", new Binding.Own("1", ROLE, Set.of("linkerd/a"), true), "Write"),
                new Case(
                        "one is too many",
                        new Binding.Own("1", ROLE, Set.of("linkerd/a", "linkerd/b", "User/x"), true),
                        "Write"),
                new Case("it gives something else", new Binding.Own("1", "cluster-admin", BOTH, true), "Replace"),
                new Case("an old release owns it", new Binding.Own("1", ROLE, BOTH, false), "Write"),
                new Case("somebody else made it", new Binding.Foreign("f"), "Keep"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decides(Case given) {
        assertThat(BindingPlan.of(DESIRED, namespace(false), given.seen(), OWNER)
                        .action()
                        .getClass()
                        .getSimpleName())
                .isEqualTo(given.action());
    }

    @Test
    void waitsForTheNamespaceAndLeavesOneThatGoes() {
        for (var namespace : java.util.List.of(Optional.<NamespaceFacts>empty(), namespace(true))) {
            assertThat(BindingPlan.of(DESIRED, namespace, new Binding.Absent(), OWNER)
                            .action())
                    .isInstanceOf(BindingAction.Keep.class);
        }
    }

    @Test
    void writesNothingForAReleaseThatIsGone() {
        var gone = new Owner.Missing("role");
        assertThat(BindingPlan.of(DESIRED, namespace(false), new Binding.Absent(), gone)
                        .action())
                .isInstanceOf(BindingAction.Keep.class);
        assertThat(BindingPlan.of(DESIRED, namespace(false), new Binding.Own("1", "x", BOTH, false), gone)
                        .action())
                .isInstanceOf(BindingAction.Keep.class);
    }

    @Test
    void removesItWhereNobodyIsToGetIt() {
        var nobody = new Desired("linkerd", "name", ROLE, Set.of());
        assertThat(BindingPlan.of(nobody, namespace(false), new Binding.Own("1", ROLE, BOTH, true), OWNER)
                        .action())
                .isInstanceOf(BindingAction.Remove.class);
        assertThat(BindingPlan.of(nobody, namespace(false), new Binding.Absent(), OWNER)
                        .action())
                .isInstanceOf(BindingAction.Keep.class);
    }

    @Test
    void tellsOfABindingThatSomebodyElseMade() {
        assertThat(BindingPlan.of(DESIRED, namespace(false), new Binding.Foreign("f"), OWNER)
                        .notices())
                .extracting(Notice::reason)
                .containsExactly("SccBindingNotOurs");
    }

    @Test
    void isNamedAfterTheClusterRole() {
        var settings = ControllerSettings.read(Map.of(
                "LINKERD_MULTUS_POD_NAME", "p", "LINKERD_MULTUS_NAMESPACE", "n", "LINKERD_MULTUS_SCC", "my-role"));
        assertThat(Desired.of(settings).name()).isEqualTo("linkerd-multus-scc-my-role");
    }

    private static Optional<NamespaceFacts> namespace(boolean terminating) {
        return Optional.of(new NamespaceFacts("linkerd", "u", terminating, false, Optional.empty()));
    }
}
