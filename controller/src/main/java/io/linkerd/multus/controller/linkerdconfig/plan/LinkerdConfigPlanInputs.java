// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/**
 * The inputs of a {@link LinkerdConfigPlan}.
 *
 * @param config the active one
 * @param values Linkerd's ConfigMap
 * @param roots Linkerd's trust roots
 * @param cniConfig Linkerd's CNI configuration
 * @param waitedForCni paths that were not written at the last look, since Linkerd's CNI configuration had others there
 * @param before the state that its status records
 * @param notWritten why the API server rejected the last write; empty where it did not
 * @param now the time
 */
public record LinkerdConfigPlanInputs(
        ObservedLinkerdConfig config,
        ObservedValues values,
        TrustRoots roots,
        ObservedCniConfig cniConfig,
        Set<String> waitedForCni,
        EnforcementState before,
        String notWritten,
        Instant now) {
    /** Copies. */
    public LinkerdConfigPlanInputs {
        waitedForCni = Set.copyOf(waitedForCni);
    }

    /** {@return whether a write of these corrects what another writer may have changed} What waited was not in place. */
    boolean corrects(Collection<String> paths) {
        return config.spec().allowPartial() || !waitedForCni.containsAll(paths);
    }

    /** {@return the inputs with the state for the text that is in place} */
    LinkerdConfigPlanInputs with(ObservedValues.There there) {
        return new LinkerdConfigPlanInputs(
                config, values, roots, cniConfig, waitedForCni, before.forText(there.text()), notWritten, now);
    }

    /** {@return the inputs with that spec} */
    LinkerdConfigPlanInputs with(LinkerdConfigSpec spec) {
        return new LinkerdConfigPlanInputs(
                config.with(spec), values, roots, cniConfig, waitedForCni, before, notWritten, now);
    }

    /** {@return the tool that manages the ConfigMap, or one of which nothing is known} */
    ManagingTool managingTool() {
        return values instanceof ObservedValues.There there
                ? there.owner().orElse(ManagingTool.UNKNOWN)
                : ManagingTool.UNKNOWN;
    }
}
