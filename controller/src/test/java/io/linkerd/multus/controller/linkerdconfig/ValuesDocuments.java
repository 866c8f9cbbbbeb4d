// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static io.linkerd.multus.values.HelmValues.HELM;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Texts of Linkerd's values and specs of LinkerdConfigs, by chance; and what of a text is not asked for. */
final class ValuesDocuments {
    /** What is asked for, and the values that are wanted or come from others. */
    private static final Map<String, List<String>> PATHS = new TreeMap<>(Map.of(
            "proxy.logLevel", List.of("info", "warn", "warn,linkerd=debug", "trace"),
            "proxy.accessLog", List.of("apache", "json"),
            "proxy.ports.admin", List.of("4191", "4291", "4391"),
            "proxy.uid", List.of("2102", "2103", "2104"),
            "networkValidator.timeout", List.of("10s", "20s", "30s"),
            "controllerLogLevel", List.of("debug", "info"),
            "prometheusUrl", List.of("http://hidden-a@p", "http://hidden-b@p")));

    private static final Set<String> NUMBERS = Set.of("proxy.ports.admin", "proxy.uid");

    private static final List<String> BROKEN = List.of("", "proxy: [", "uid: 1", "- a", "proxy: null");

    private ValuesDocuments() {}

    static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static List<String> values(String path) {
        return PATHS.getOrDefault(path, List.of());
    }

    /** {@return what an owner renders} */
    static String rendered(Random random) {
        var text = HELM.replace(
                        "additionalEnv: null",
                        "additionalEnv:\n  - {name: TOKEN, value: hidden-" + random.nextInt(3) + "}")
                .replace(
                        "warn,linkerd=info,hickory=error",
                        any(values("proxy.logLevel").subList(0, 3), random))
                .replace("uid: 2102", "uid: " + any(values("proxy.uid"), random))
                .replace("admin: 4191", "admin: " + any(values("proxy.ports.admin"), random))
                .replace("timeout: 10s", "timeout: " + any(values("networkValidator.timeout"), random))
                .replace("clientQPS: 100", "clientQPS: " + random.nextInt(100));
        return random.nextBoolean() ? text : text + "prometheusUrl: http://hidden-c@p\n";
    }

    /** {@return what a person makes of a text} */
    static String edited(String text, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "# a person was here\n" + text;
            case 1 -> text.replace("cores: null", "cores: null # of " + random.nextInt(9));
            case 2 -> text.replaceFirst("(?m)^( *uid:) .*$", "$1 " + random.nextInt(1, 9999));
            case 3 -> text.replace("configReaders: null\n", "");
            case 4 -> text.replaceFirst("(?m)^( *clientBurst:) .*$", "$1 0" + random.nextInt(1, 9));
            default -> any(BROKEN, random);
        };
    }

    /** {@return a spec, in JSON} */
    static String spec(Random random, String namespace, boolean enforces) {
        var asked = PATHS.keySet().stream().filter(_ -> random.nextInt(3) == 0).toList();
        var values = new HashMap<String, Object>();
        asked.forEach(path -> put(values, List.of(path.split("\\.")), value(path, random)));
        return "{controlPlaneNamespace: '" + namespace + "', mode: '" + (enforces ? "Enforce" : "Observe")
                + "', values: " + json(values) + "}";
    }

    private static Object value(String path, Random random) {
        var text = any(values(path), random);
        return NUMBERS.contains(path) ? Integer.valueOf(text) : text;
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> values, List<String> names, Object value) {
        if (names.size() == 1) {
            values.put(names.getFirst(), value);
        } else {
            put(
                    (Map<String, Object>) values.computeIfAbsent(names.getFirst(), _ -> new HashMap<>()),
                    names.subList(1, names.size()),
                    value);
        }
    }

    private static String json(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + json(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case Number number -> number.toString();
            default -> "'" + value + "'";
        };
    }

    /** {@return the lines that are about other paths, told by their indentation alone: Helm writes nothing but blocks} */
    static List<String> besides(Set<String> asked, String text) {
        var kept = new ArrayList<String>();
        var at = new TreeMap<Integer, String>();
        for (var line : text.split("\n", -1)) {
            int indent = line.length() - line.stripLeading().length();
            int colon = line.indexOf(':');
            if (colon > 0 && Character.isLetter(line.charAt(indent))) {
                at.tailMap(indent, true).clear();
                at.put(indent, line.substring(indent, colon));
            }
            if (!asked.contains(String.join(".", at.values()))) {
                kept.add(line);
            }
        }
        return kept;
    }
}
