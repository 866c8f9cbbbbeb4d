// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values of an option that may be repeated, as Go's pflag has them: kubectl and Linkerd take {@code --as-group} as a {@code stringArray}, of
 * which each value is one, commas and all; and Linkerd passes them all on to extensions as one, in the form in which pflag prints them:
 * {@code [a,"b,c"]}, or {@code []} where there are none.
 */
final class GoStrings {
    private static final Pattern FIELD = Pattern.compile("\\G(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,]*))");

    private GoStrings() {}

    static List<String> all(List<String> values) {
        return values.stream().flatMap(GoStrings::of).toList();
    }

    private static Stream<String> of(String value) {
        if (!value.startsWith("[") || !value.endsWith("]")) {
            return Stream.of(value);
        }
        return FIELD.matcher(value.substring(1, value.length() - 1))
                .results()
                .map(found ->
                        found.group(1) == null ? found.group(2) : found.group(1).replace("\"\"", "\""))
                .filter(field -> !field.isEmpty());
    }
}
