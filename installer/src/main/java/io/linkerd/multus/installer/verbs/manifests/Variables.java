// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of the environment in a text, as {@code envsubst(1)} knows them: {@code $NAME} and <code>${NAME}</code>.
 *
 * <p>Whatever else follows a dollar sign is no variable and stays, <code>${NAME:-default}</code> among it. A variable that is not set is an
 * error; one that is set to nothing is not.
 */
final class Variables {
    private static final Pattern VARIABLE =
            Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)\\})");

    private Variables() {}

    /** {@return the text with the values, or which one is missing} */
    static Result<String> fill(String text, Map<String, String> environment) {
        var missing = VARIABLE.matcher(text)
                .results()
                .map(found -> name(found.group(1), found.group(2)))
                .filter(name -> !environment.containsKey(name))
                .distinct()
                .toList();
        return missing.isEmpty()
                ? new Result.Ok<>(VARIABLE.matcher(text)
                        .replaceAll(found -> Matcher.quoteReplacement(
                                environment.getOrDefault(name(found.group(1), found.group(2)), ""))))
                : new Result.Not<>("not set in the environment: " + String.join(", ", missing));
    }

    private static String name(String plain, String braced) {
        return plain == null ? braced : plain;
    }
}
