// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

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
        /** The API server refuses a shorter one. */
        static final Duration SHORTEST = Duration.ofMinutes(10);

        /** The API's field has 32 bits of seconds; a year is longer than anybody should want. */
        static final Duration LONGEST = Duration.ofDays(366);

        public Minted {
            if (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0) {
                throw new InvalidSetting(KnownKeys.TOKEN_LIFETIME, lifetime, "must be between 10m and 366d");
            }
            if (!serviceAccount.matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?")) {
                throw new InvalidSetting(
                        KnownKeys.PLUGIN_SERVICE_ACCOUNT, serviceAccount, "must be the name of a service account");
            }
        }
    }
}
