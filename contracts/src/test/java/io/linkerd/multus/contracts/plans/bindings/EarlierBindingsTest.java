// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EarlierBindingsTest {
    private static final Seen.Sight SIGHT = new Seen.Sight("u", "1");
    private static final DesiredBindings DESIRED =
            DesiredBindings.ofScc("mesh", "system:openshift:scc:anyuid", Map.of("linkerd", Set.of("linkerd-identity")));
    private static final Seen<Binding> OURS =
            new Seen.Own<>(SIGHT, Optional.of(new Binding(DESIRED.role(), Set.of("linkerd/linkerd-identity"))), true);

    @Test
    void haveTheNamesOfTheUsualRoleAndOfThisOne() {
        assertThat(EarlierBindings.names(DESIRED))
                .containsExactly("linkerd-multus-scc-nonroot-v2", "linkerd-multus-scc-anyuid");
    }

    @Test
    void stayUntilOursGivesTheSameRight() {
        var wanted = DESIRED.in("linkerd");

        assertThat(EarlierBindings.change(wanted, new Seen.Absent<>(), OURS)).isInstanceOf(Change.Keep.class);
        assertThat(EarlierBindings.change(wanted, new Seen.Foreign<>("u", Optional.empty()), OURS))
                .isInstanceOf(Change.Keep.class);
        assertThat(EarlierBindings.change(wanted, OURS, OURS))
                .isEqualTo(new Change.Remove<Binding>(SIGHT, "ours has another name now"));
    }

    @Test
    void goWhereNobodyIsToGetTheRightAndOthersStay() {
        var unwanted = DESIRED.in("shop");

        assertThat(EarlierBindings.change(unwanted, new Seen.Absent<>(), OURS)).isInstanceOf(Change.Remove.class);
        assertThat(EarlierBindings.change(unwanted, new Seen.Absent<>(), new Seen.Foreign<>("u", Optional.empty())))
                .isInstanceOf(Change.Keep.class);
    }

    @Test
    void thePolicyControllersRightIsOfItsOwnRoleOrOfNone() {
        assertThat(DesiredBindings.ofPolicyLease("mesh", true, "linkerd")
                        .in("linkerd")
                        .role())
                .isEqualTo(BoundRole.ofNamespace("mesh-policy-lease"));
        assertThat(DesiredBindings.ofPolicyLease("mesh", false, "linkerd")
                        .in("linkerd")
                        .isWanted())
                .isFalse();
    }
}
