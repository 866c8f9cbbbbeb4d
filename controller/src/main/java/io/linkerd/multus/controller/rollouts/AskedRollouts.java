// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.contracts.linkerdconfig.LinkerdConfigSpec;
import io.linkerd.multus.contracts.plans.rollouts.RolloutSpec;
import io.linkerd.multus.contracts.plans.rollouts.RolloutSpec.Mode;

/** What a LinkerdConfig asks for, in the words of plans. */
final class AskedRollouts {
    private AskedRollouts() {}

    /** {@return it} Where the spec has problems, nothing of it is carried out. */
    static RolloutSpec of(LinkerdConfigSpec spec) {
        var asked = spec.rollouts();
        var mode = switch (asked.mode()) {
            case OFF -> Mode.OFF;
            case DRY_RUN -> Mode.DRY_RUN;
            case AUTO -> Mode.AUTO;
        };
        return new RolloutSpec(
                spec.problems().isEmpty() ? mode : Mode.OFF,
                asked.atOnce(),
                asked.perNamespace(),
                asked.controlPlane(),
                asked.window());
    }
}
