// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import java.util.Locale;

/** A part of the tests that are too long for every build; each runs alone by {@code ./mvnw verify -Pnightly -Dpart=NAME}. */
public enum NightlyPart {
    /** Hundreds of pods at once, and outages. */
    LOAD,
    /** Nodes that lose their power, and pools of nodes. */
    NODES,
    /** From one release, Helm or installer to another. */
    RELEASES,
    /** Every way to start that README and documents name. */
    WAYS,
    /** The Operator Lifecycle Manager. */
    OLM;

    /** JUnit's tag of the part's tests, beside {@code nightly}; also the part's name on the command line and in notes. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
