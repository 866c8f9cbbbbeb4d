// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads keys with our prefix, notes every problem, and knows which keys nobody asked for. */
final class EnvironmentReader {
    private static final String PREFIX = "LINKERD_MULTUS_";
    /** Names of Kubernetes objects, with the colon that RBAC names may have. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.:]{0,251}[a-z0-9])?");
    /** What the kubelet adds for each Service of our namespace, one of which is named like the release. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(PREFIX + ".*_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT|PORT_[0-9]+_(TCP|UDP|SCTP)(_.+)?)");

    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final int HIGHEST_PORT = 65535;

    private final Map<String, String> environment;
    private final TreeSet<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    EnvironmentReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    String name(String key, String fallback) {
        return checkedName(key, value(key).orElse(fallback));
    }

    Optional<String> optionalName(String key) {
        return value(key).map(value -> checkedName(key, value));
    }

    String requiredName(String key) {
        var value = value(key);
        if (value.isEmpty()) {
            problems.add(PREFIX + key + " is not set: the pod's own name and namespace come from the downward API");
        }
        return value.map(present -> checkedName(key, present)).orElse("");
    }

    /** Reads a list, which may be empty on purpose: the fallback is for a key that is not there. */
    List<String> names(String key, String fallback) {
        known.add(PREFIX + key);
        return Arrays.stream(environment.getOrDefault(PREFIX + key, fallback).split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .map(item -> checkedName(key, item))
                .distinct()
                .toList();
    }

    String absolutePath(String key, String fallback) {
        String path = value(key).orElse(fallback);
        if (!path.startsWith("/") || path.endsWith("/")) {
            problems.add(PREFIX + key + "=" + path + ": must be the absolute path of a file");
        }
        return path;
    }

    int port(String key, int fallback) {
        String value = value(key).orElse(Integer.toString(fallback));
        if (!PORT.matcher(value).matches() || Integer.parseInt(value) > HIGHEST_PORT) {
            problems.add(PREFIX + key + "=" + value + ": must be a TCP port, 0 to " + HIGHEST_PORT);
            return fallback;
        }
        return Integer.parseInt(value);
    }

    void oneOf(String key, String... allowed) {
        value(key)
                .filter(value -> !List.of(allowed).contains(value.toLowerCase(Locale.ROOT)))
                .ifPresent(value ->
                        problems.add(PREFIX + key + "=" + value + ": must be one of " + String.join(", ", allowed)));
    }

    /** Ends the reading: unknown keys under our prefix are problems too. */
    void failOnProblems() {
        environment.keySet().stream()
                .filter(key -> key.startsWith(PREFIX) && !known.contains(key))
                .filter(key -> !SERVICE_LINK.matcher(key).matches())
                .sorted()
                .forEach(key -> problems.add(key + " is unknown; did you mean " + Nearest.to(key, known) + "?"));
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }

    private Optional<String> value(String key) {
        known.add(PREFIX + key);
        return Optional.ofNullable(environment.get(PREFIX + key)).filter(value -> !value.isBlank());
    }

    private String checkedName(String key, String value) {
        if (!NAME.matcher(value).matches()) {
            problems.add(PREFIX + key + "=" + value + ": must be the name of a Kubernetes object");
        }
        return value;
    }
}
