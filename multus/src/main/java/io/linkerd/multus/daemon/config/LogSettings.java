// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the daemon logs.
 *
 * @param level empty where none is said, or one that there is not
 * @param toStderr upstream's daemon does not unless it is told
 */
public record LogSettings(Optional<Path> file, Optional<LogLevel> level, boolean toStderr, Rotation rotation) {

    /**
     * When a log file is put aside, and how long it is kept.
     *
     * @param maxAge in days
     * @param maxSize in megabytes
     */
    public record Rotation(int maxAge, int maxSize, int maxBackups, boolean compress) {
        static final Rotation USUAL = new Rotation(5, 100, 5, true);

        static Rotation of(ConfigFields options) {
            return new Rotation(
                    options.whole("maxAge").orElse(USUAL.maxAge),
                    options.whole("maxSize").orElse(USUAL.maxSize),
                    options.whole("maxBackups").orElse(USUAL.maxBackups),
                    options.flag("compress").orElse(USUAL.compress));
        }
    }

    static LogSettings of(ConfigFields config) {
        return new LogSettings(
                config.path("logFile"),
                config.text("logLevel").flatMap(LogLevel::of),
                config.flag("logToStderr").orElse(false),
                config.object("logOptions").map(Rotation::of).orElse(Rotation.USUAL));
    }
}
