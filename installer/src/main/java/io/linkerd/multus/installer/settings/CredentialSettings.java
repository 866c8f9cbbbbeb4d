// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.time.Duration;

/** Where the plugin's token comes from. */
public sealed interface CredentialSettings {

    /** The pod's own projected token, as Linkerd's installer has it: the token dies with the pod. */
    record Projected() implements CredentialSettings {}

    /**
     * A token of the plugin's own, asked for by TokenRequest and bound to no pod.
     *
     * @param serviceAccount its name, in our namespace
     * @param lifetime what is asked for; the server's answer counts
     */
    record Minted(String serviceAccount, Duration lifetime) implements CredentialSettings {
        private static final String LIFETIME = SettingsReader.PREFIX + "TOKEN_LIFETIME";

        /** The API server refuses a shorter one. */
        private static final Duration SHORTEST = Duration.ofMinutes(10);

        /** The API's field has 32 bits of seconds; a year is longer than anybody should want. */
        private static final Duration LONGEST = Duration.ofDays(366);

        public Minted {
            if (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0) {
                throw new InvalidSetting(LIFETIME, lifetime, "must be between 10m and 366d");
            }
        }
    }

    /** Without a service account of the plugin's there is only the pod's own token to hand on. */
    static CredentialSettings read(SettingsReader reader) {
        var lifetime = reader.duration(Minted.LIFETIME, Duration.ofDays(1));
        return reader.name(SettingsReader.PREFIX + "PLUGIN_SERVICE_ACCOUNT")
                .<CredentialSettings>map(account -> new Minted(account, lifetime))
                .orElseGet(Projected::new);
    }
}
