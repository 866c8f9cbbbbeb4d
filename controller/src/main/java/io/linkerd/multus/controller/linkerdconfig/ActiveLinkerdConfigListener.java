// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import java.util.List;

/** Is told after each look which {@code LinkerdConfig} is honoured, by one thread at a time. */
public interface ActiveLinkerdConfigListener {
    /**
     * That one is.
     *
     * @param verification how far Linkerd's injectors have been asked about what was written for it
     * @param besides all others, as last seen
     */
    void honoured(ObservedLinkerdConfig config, VerificationStatus verification, List<LinkerdConfigResource> besides);

    /** There is none. */
    void none();
}
