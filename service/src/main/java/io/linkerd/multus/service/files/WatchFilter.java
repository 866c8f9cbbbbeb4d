// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.Set;

/** Tells events of a watched directory that are worth a signal from others. */
@FunctionalInterface
public interface WatchFilter {
    /** {@return whether one of this key's events is} It takes them, and resets the key; {@code wanted} is what is followed. */
    boolean isTold(WatchKey key, Set<Path> wanted);

    /** {@return a filter to which every event is} */
    static WatchFilter all() {
        return (key, _) -> {
            key.pollEvents();
            key.reset();
            return true;
        };
    }
}
