// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.time.Instant;

/**
 * What is known as the plan for a {@code LinkerdConfig} is made.
 *
 * @param config the one that is honoured
 * @param values Linkerd's ConfigMap
 * @param roots Linkerd's trust roots
 * @param before what its status remembers
 * @param notWritten why the API server refused the write that was tried last; empty where it did not
 * @param now the time
 */
public record LinkerdConfigPlanInputs(
        ObservedLinkerdConfig config,
        ObservedValues values,
        TrustRoots roots,
        EnforcementState before,
        String notWritten,
        Instant now) {

    /** {@return the same, knowing what text there is} */
    LinkerdConfigPlanInputs with(ObservedValues.There there) {
        return new LinkerdConfigPlanInputs(config, values, roots, before.forText(there.text()), notWritten, now);
    }

    /** {@return the tool that keeps the values; where it does not say so, one of which nothing is known} */
    ManagingTool owner() {
        return values instanceof ObservedValues.There there
                ? there.owner().orElse(ManagingTool.UNKNOWN)
                : ManagingTool.UNKNOWN;
    }
}
