// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.ConfigSource;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Which file has the primary network's configuration. It is chosen by its name, as container runtimes do, and not by whether it can be read:
 * one that is being rewritten would else hand its pods to another network for a moment.
 */
public final class PrimaryChoice {
    /** Names of Multus' own configuration, with those that it had before. */
    private static final String OWN = "00-multus";

    private PrimaryChoice() {}

    /** {@return whether the file has to be looked at, where no other file is said to be it} */
    public static boolean isCandidate(String fileName) {
        return !fileName.startsWith(OWN) && (fileName.endsWith(".conf") || fileName.endsWith(".conflist"));
    }

    /** {@return the name of the file, where there is one} Configurations of Multus are passed over: it would call itself. */
    static Optional<String> of(ConfigSource source, SortedMap<String, Result<String>> files) {
        return switch (source) {
            case ConfigSource.Auto auto ->
                auto.masterCni()
                        .or(() -> files.entrySet().stream()
                                .filter(file -> isCandidate(file.getKey()))
                                .filter(file -> !PrimaryConfig.isMultus(file.getKey(), file.getValue()))
                                .map(Map.Entry::getKey)
                                .findFirst());
            case ConfigSource.UserSupplied user -> Optional.of(user.file().toString());
        };
    }
}
