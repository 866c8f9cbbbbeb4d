// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;

/** Configurations of the daemon that the tests of this package plan by. */
final class DaemonConfigs {
    private DaemonConfigs() {}

    /** {@return one that chooses the primary network in {@code /d}, with further members} */
    static DaemonConfig auto(String... members) {
        return of("{\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"/d\"" + more(members) + "}");
    }

    /** {@return one of a user's configuration} */
    static DaemonConfig user(String file, String... members) {
        return of("{\"multusConfigFile\":\"" + file + "\"" + more(members) + "}");
    }

    static DaemonConfig of(String text) {
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }

    private static String more(String... members) {
        return members.length == 0 ? "" : "," + String.join(",", members);
    }
}
