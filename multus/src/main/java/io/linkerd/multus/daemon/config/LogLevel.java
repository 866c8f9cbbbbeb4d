// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How much upstream logs; each level has those before it. */
public enum LogLevel {
    PANIC,
    ERROR,
    VERBOSE,
    DEBUG;

    /** {@return the level of that name, in any case} */
    public static Optional<LogLevel> of(String name) {
        return Stream.of(values())
                .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }
}
