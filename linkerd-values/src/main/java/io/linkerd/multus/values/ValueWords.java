// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.GoText;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Values in words for people: bounded, on one line, and without what may be secret. */
public final class ValueWords {
    /** Longest list or mapping that is told, in characters; a string is told with its first 80. */
    private static final int LONGEST = 160;

    private static final Set<String> SECRET = Set.of("additionalenv", "experimentalenv", "prometheusurl");

    private ValueWords() {}

    /**
     * {@return whether what is at a path may be secret} Variables may hold tokens, an address a password, and a private key is one; case
     * makes no difference, as it makes none to Linkerd.
     */
    public static boolean isSecret(ValuesPath path) {
        return path.names().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .anyMatch(name -> SECRET.contains(name) || name.endsWith("keypem"));
    }

    /** {@return a value for people} */
    public static String of(ValuesPath path, ValueTree value) {
        return GoText.shorten(words(path, value), LONGEST, "…");
    }

    private static String words(ValuesPath path, ValueTree value) {
        if (isSecret(path)) {
            return "(not shown)";
        }
        return switch (value) {
            case ValueTree.Text(var text) -> GoText.quote(text);
            case ValueTree.Number number -> GoText.shorten(number.digits());
            case ValueTree.Flag(var flag) -> Boolean.toString(flag);
            case ValueTree.Nothing _ -> "null";
            case ValueTree.Elements(var elements) ->
                elements.stream()
                        .limit(LONGEST)
                        .map(element -> words(path, element))
                        .collect(Collectors.joining(", ", "[", "]"));
            case ValueTree.Members(var members) ->
                members.entrySet().stream()
                        .limit(LONGEST)
                        .map(member -> GoText.quote(member.getKey()) + ": "
                                + words(path.member(member.getKey()), member.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }
}
