// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.controller.settings.LeaseSettings;
import io.linkerd.multus.controller.settings.RepairSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * What the controller is told, and what its cluster is.
 *
 * @param scope one attachment in each namespace, or one for all
 * @param adopts whether what the attach operator made is taken over
 * @param repairs whether pods without rules are replaced
 * @param sccs whether the cluster has SCCs
 */
record Choices(AttachmentScope scope, boolean adopts, boolean repairs, boolean sccs) {
    static Choices of(Random random) {
        return new Choices(
                new AttachmentScope(random.nextInt(4) == 0, random.nextBoolean() ? "default" : "n0"),
                random.nextInt(4) == 0,
                random.nextBoolean(),
                random.nextBoolean());
    }

    /** {@return the same with the other scope, as after an upgrade} */
    Choices withOtherScope() {
        return new Choices(new AttachmentScope(!scope.shared(), scope.namespace()), adopts, repairs, sccs);
    }

    ControllerSettings settings(String identity) {
        var usual = FakeCluster.SETTINGS;
        return new ControllerSettings(
                usual.release(),
                usual.cni(),
                new AttachmentSettings(scope, Duration.ZERO, adopts, Optional.empty()),
                usual.controlPlaneNamespace(),
                usual.excluded(),
                usual.owner(),
                new LeaseSettings(usual.lease().namespace(), usual.lease().name(), identity),
                usual.scc(),
                usual.policyLease(),
                repairs ? usual.repair() : new RepairSettings(false, Duration.ofSeconds(1)),
                usual.operator(),
                0);
    }
}
