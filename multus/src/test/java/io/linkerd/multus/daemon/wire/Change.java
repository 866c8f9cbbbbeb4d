// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What becomes of what is seen of upstream's where ours has its part. */
@FunctionalInterface
interface Change {
    /** The environment of every call of a plugin, after command, type, interface and network namespace. */
    String ENVIRONMENT = " FOLDER/bin IgnoreUnknown=true;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=POD;"
            + "K8S_POD_INFRA_CONTAINER_ID=CONTAINER;K8S_POD_UID=UID\n";

    String CALLS = "calls/CONTAINER";

    Seen of(Seen upstream);

    default Change and(Change other) {
        return seen -> other.of(of(seen));
    }

    /** It is printed in other words. */
    static Change words(String upstream, String ours) {
        return seen -> new Seen(seen.exit(), seen.out().replace(upstream, ours), seen.status(), seen.kept());
    }

    /** Something else is answered. */
    static Change answered(int exit, String out) {
        return seen -> new Seen(exit, out, seen.status(), seen.kept());
    }

    /** The daemon answers with an error of CNI's, which shims tell without words of their own. */
    static Change errorOfCni() {
        return seen -> new Seen(
                seen.exit(),
                seen.out()
                        .replace("CNI request failed with status 400: '", "")
                        .replaceFirst("\\\\n': StdinData: \\{.*}\"", "\""),
                seen.status(),
                seen.kept());
    }

    /** The daemon answers with an error of CNI's, which a shim that does not know such quotes as it is. */
    static Change quotedErrorOfCni(int code) {
        var quoted = Pattern.compile("(?<=status 400: ')(.*)\\\\n(?=': StdinData: )");
        return seen -> new Seen(
                seen.exit(),
                quoted.matcher(seen.out())
                        .replaceFirst(words -> Matcher.quoteReplacement("{\\\"code\\\":" + code + ",\\\"msg\\\":\\\""
                                + words.group(1).replace("\\", "\\\\").replace("\"", "\\\"") + "\\\"}")),
                seen.status(),
                seen.kept());
    }

    /** Nothing is kept of what has such a name. */
    static Change gone(Predicate<String> name) {
        return seen -> {
            var kept = new TreeMap<>(seen.kept());
            kept.keySet().removeIf(name);
            return new Seen(seen.exit(), seen.out(), seen.status(), kept);
        };
    }

    /** Something more is kept. */
    static Change kept(String name, String content) {
        return seen -> {
            var kept = new TreeMap<>(seen.kept());
            kept.put(name, content);
            return new Seen(seen.exit(), seen.out(), seen.status(), kept);
        };
    }

    /** Plugins are called as well: in turn what and for which interface, and with what. */
    static Change called(String... headsAndConfigurations) {
        return seen -> {
            var lines = new StringBuilder(seen.kept().getOrDefault(CALLS, "rw-r--r-- "));
            var texts = Arrays.asList(headsAndConfigurations);
            for (int i = 0; i < texts.size(); i += 2) {
                lines.append(lines.toString().endsWith(" ") ? "" : "\n")
                        .append(texts.get(i))
                        .append(ENVIRONMENT)
                        .append(texts.get(i + 1));
            }
            return kept(CALLS, lines.toString()).of(seen);
        };
    }
}
