// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads one variable after the other and collects what is wrong, so that a person mends it in one go. */
final class EnvironmentReader {
    /** RFC 1123 subdomain, the names of Secrets, Services and webhook configurations. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();

    EnvironmentReader(Map<String, String> environment) {
        this.environment = new TreeMap<>(environment);
    }

    String text(Key key, String fallback) {
        String value = environment.getOrDefault(key.variable(), "").strip();
        return value.isEmpty() ? fallback : value;
    }

    String name(Key key) {
        String value = text(key, "");
        if (value.isEmpty()) {
            problems.add(key.variable() + " is not set");
        } else if (!NAME.matcher(value).matches()) {
            problems.add(key.variable() + "=" + value + " is not the name of a Kubernetes object");
        }
        return value;
    }

    int port(Key key, int fallback) {
        String value = text(key, Integer.toString(fallback));
        try {
            int port = Integer.parseInt(value);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            // Told below, with the ones out of range.
        }
        problems.add(key.variable() + "=" + value + " is not a port, 1 to 65535");
        return fallback;
    }

    ProxyUidStrategy strategy(Key key, ProxyUidStrategy fallback) {
        String value = text(key, fallback.name());
        return ProxyUidStrategy.read(value).orElse(reason -> {
            problems.add(key.variable() + "=" + value + ": " + reason);
            return fallback;
        });
    }

    void oneOf(Key key, List<String> known) {
        String value = text(key, known.getFirst());
        if (!known.contains(value)) {
            problems.add(key.variable() + "=" + value + " is not one of " + String.join(", ", known));
        }
    }

    void finish() {
        String unknown = environment.keySet().stream()
                .filter(variable -> variable.startsWith(Key.PREFIX) && !Key.knows(variable))
                .filter(variable -> !ServiceLinks.contains(variable, environment))
                .map(variable -> variable + " is unknown, the nearest setting is "
                        + Key.nearest(variable).variable())
                .collect(Collectors.joining("; "));
        if (!unknown.isEmpty()) {
            problems.add(unknown);
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }
}
