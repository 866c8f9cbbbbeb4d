// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * What a page of the documentation has people copy.
 *
 * @param page the Markdown file
 */
record Documented(Path page) {
    private static final Pattern INDENTED = Pattern.compile("(?m)(^ {4}.*\\R)+");

    /** {@return the page's first block that has {@code part} in it} */
    String block(String part) throws IOException {
        return INDENTED.matcher(Files.readString(page))
                .results()
                .map(block -> block.group().indent(-4))
                .filter(block -> block.contains(part))
                .findFirst()
                .orElseThrow(() -> new IOException(page + " has nothing to copy with " + part));
    }
}
