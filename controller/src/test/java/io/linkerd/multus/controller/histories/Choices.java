// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.SettingsBuilder;
import io.linkerd.multus.controller.settings.ControllerSettings;
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
        var settings =
                new SettingsBuilder().withScope(scope).withAdoption(adopts).withIdentity(identity);
        return (repairs ? settings : settings.withoutRepair()).build();
    }
}
