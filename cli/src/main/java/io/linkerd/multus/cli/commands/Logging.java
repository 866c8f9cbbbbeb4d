// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.RequestLog;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What libraries log: nothing, unless requests are asked for, since a command itself says what a person has to know. slf4j-simple reads its
 * system properties once, before the first logger; what is set for one start counts before ours.
 */
final class Logging {
    private static final String PREFIX = "org.slf4j.simpleLogger.";

    private Logging() {}

    /** Has it so from now on. */
    static void begin(boolean verbose) {
        properties(verbose).forEach((key, value) -> {
            if (System.getProperty(key) == null) {
                System.setProperty(key, value);
            }
        });
    }

    static Map<String, String> properties(boolean verbose) {
        var always = Stream.of(
                Map.entry(PREFIX + "logFile", "System.err"),
                Map.entry(PREFIX + "defaultLogLevel", "off"),
                Map.entry(PREFIX + "showThreadName", "false"),
                Map.entry(PREFIX + "showLogName", "false"));
        var requests = Stream.of(Map.entry(PREFIX + "log." + RequestLog.class.getName(), "debug"))
                .filter(_ -> verbose);
        return Stream.concat(always, requests)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
