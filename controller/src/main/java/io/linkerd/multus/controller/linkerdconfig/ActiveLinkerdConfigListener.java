// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import java.util.List;

/** Called after each reconcile with the active {@code LinkerdConfig}, by one thread at a time. */
public interface ActiveLinkerdConfigListener {
    /**
     * There is an active one.
     *
     * @param verification how far the values that were written for it are verified
     * @param ignored all others, as last observed
     */
    void active(ObservedLinkerdConfig config, VerificationStatus verification, List<LinkerdConfigResource> ignored);

    /** There is none. */
    void none();
}
