// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every source in C. */
class ShimSourcesTest {
    private static final int LONGEST_FILE = 300;
    private static final int LONGEST_FUNCTION = 40;
    private static final int LONGEST_LINE = 150;

    @Test
    void filesAndFunctionsCanBeReadAtOnce() throws IOException {
        assertThat(sources()).hasSizeGreaterThan(40).allSatisfy(source -> {
            var lines = Files.readAllLines(source);
            assertThat(lines).as("%s", source).hasSizeLessThanOrEqualTo(LONGEST_FILE);
            assertThat(lines.stream().filter(line -> line.length() > LONGEST_LINE || line.contains("\t")))
                    .as("%s", source)
                    .isEmpty();
            assertThat(longFunctions(lines)).as("%s", source).isEmpty();
        });
    }

    @Test
    void everySourceHasItsLicence() throws IOException {
        assertThat(sources())
                .allSatisfy(source ->
                        assertThat(Files.readAllLines(source)).startsWith("// SPDX-License-Identifier: Apache-2.0"));
    }

    /** All memory that grows does so in one place, which has the limits. */
    @Test
    void onlyTheBufferAllocates() throws IOException {
        var allocation = Pattern.compile("\\b(malloc|calloc|realloc|alloca|strdup|asprintf)\\(");
        for (var source : sources()) {
            var allowed = source.endsWith("src/text.c")
                    || source.startsWith("shim/fuzz")
                    || source.startsWith("shim/test/runtime");
            assertThat(allowed || !allocation.matcher(Files.readString(source)).find())
                    .as("%s", source)
                    .isTrue();
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("shim"))) {
            return files.filter(file -> file.toString().matches(".*\\.[ch]"))
                    .sorted()
                    .toList();
        }
    }

    /** A function begins with a line that ends with a brace and ends with a brace alone; both stand at the margin. */
    private static List<String> longFunctions(List<String> lines) {
        var result = new ArrayList<String>();
        int start = -1;
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.endsWith(") {") && !line.startsWith(" ")) {
                start = i;
            } else if (line.equals("}") && start >= 0) {
                if (i - start + 1 > LONGEST_FUNCTION) {
                    result.add(lines.get(start));
                }
                start = -1;
            }
        }
        return result;
    }
}
