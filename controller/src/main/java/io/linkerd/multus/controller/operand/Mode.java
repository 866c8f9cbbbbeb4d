// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How meshed pods come to run the plugin. */
public enum Mode {
    /** NetworkAttachmentDefinitions carry the configuration. */
    NAD,
    /** The plugin is the last of every network list of the node. */
    CHAINED,
    /** One network of ours, which a NetworkAttachmentDefinition without a configuration names. */
    FILE,
    /** One plugin in the chain that Multus runs for every pod. */
    AUXILIARY;

    /** {@return the mode of that name} An operator is where Multus is: unsaid, or {@code auto}, it is {@code nad}. */
    static Mode of(@Nullable String said) {
        return Optional.ofNullable(said)
                .filter(mode -> !mode.equals("auto"))
                .map(mode -> valueOf(mode.toUpperCase(Locale.ROOT)))
                .orElse(NAD);
    }

    /** {@return what a person calls it} */
    public String inWords() {
        return name().toLowerCase(Locale.ROOT);
    }
}
