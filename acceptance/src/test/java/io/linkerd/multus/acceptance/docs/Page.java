// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a page of the documentation has its readers type.
 *
 * @param file from the project's root
 */
public record Page(Path file) {
    private static final String INDENT = "    ";

    /** {@return the lines of the indented blocks below a heading, up to the next one} */
    public String commands(String heading) {
        var lines = new ArrayList<String>();
        var inside = false;
        for (var line : Repository.text(file.toString()).lines().toList()) {
            if (line.startsWith("#")) {
                inside = line.equals(heading);
            } else if (inside && line.startsWith(INDENT)) {
                lines.add(line.substring(INDENT.length()));
            }
        }
        return String.join("\n", requireSome(heading, lines));
    }

    private List<String> requireSome(String heading, List<String> lines) {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(file + " has nothing to type below " + heading);
        }
        return lines;
    }
}
