// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.addons;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** YAML files on the class path, with their {@code ${PLACEHOLDERS}} filled in. */
public final class Manifests {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Z_]+)}");

    private Manifests() {}

    /** Returns the resource {@code name}; every placeholder in it has to have a value. */
    public static String read(String name, Map<String, String> values) {
        try (var stream = Manifests.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("there is no manifest " + name);
            }
            return fill(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8), values);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the manifest " + name, e);
        }
    }

    static String fill(String name, String text, Map<String, String> values) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> {
            var value = values.get(match.group(1));
            if (value == null) {
                throw new IllegalArgumentException(name + " has no value for " + match.group());
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
