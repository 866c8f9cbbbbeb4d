// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.Locale;
import java.util.Set;

/**
 * How we are seen.
 *
 * @param healthPort plain HTTP for {@code /livez}, {@code /readyz} and {@code /metrics}; 0 takes any free one
 * @param logLevel {@code trace}, {@code debug}, {@code info}, {@code warn} or {@code error}
 */
public record ServingSettings(int healthPort, String logLevel) {
    private static final Set<String> LEVELS = Set.of("trace", "debug", "info", "warn", "error");

    public ServingSettings {
        if (healthPort < 0 || healthPort > 65535) {
            throw new InvalidSetting(KnownKeys.HEALTH_PORT, healthPort, "must be between 0 and 65535");
        }
        if (!LEVELS.contains(logLevel.toLowerCase(Locale.ROOT))) {
            throw new InvalidSetting(KnownKeys.LOG_LEVEL, logLevel, "must be trace, debug, info, warn or error");
        }
    }
}
