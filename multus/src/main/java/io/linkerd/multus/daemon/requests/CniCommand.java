// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import java.util.Optional;
import java.util.stream.Stream;

/** What a plugin is asked to do: {@code CNI_COMMAND}. */
public enum CniCommand {
    /** Attach a container to its networks. */
    ADD,
    /** Take a container from its networks. */
    DEL,
    /** Say whether a container is still attached as it was. */
    CHECK,
    /** Take away what no valid attachment has. */
    GC,
    /** Say whether an ADD could succeed. */
    STATUS,
    /** Say which versions are understood; shims answer it themselves. */
    VERSION;

    /** {@return the command of exactly that name} */
    public static Optional<CniCommand> of(String name) {
        return Stream.of(values())
                .filter(command -> command.name().equals(name))
                .findFirst();
    }

    /** {@return whether it is asked about a whole network, and about no container} */
    public boolean isOfNetwork() {
        return switch (this) {
            case GC, STATUS -> true;
            case ADD, DEL, CHECK, VERSION -> false;
        };
    }
}
