// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a platform changes is read from one table. */
class PlatformTableTest {
    private static final Path CHART = Path.of("..", "charts", "linkerd-multus");

    /** A name that is compared with, and not the key of some JSON. */
    private static final Pattern NAME = Pattern.compile("\"(openshift|kubernetes)\"(?!:)");

    @Test
    void noOtherTemplateDecidesByThePlatformsName() throws IOException {
        try (var files = Files.walk(CHART)) {
            assertThat(files.filter(PlatformTableTest::isTemplate))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(file -> assertThat(Files.readString(file))
                            .as(file.toString())
                            .doesNotContain("Capabilities.APIVersions")
                            .doesNotContainPattern(NAME));
        }
    }

    private static boolean isTemplate(Path file) {
        return file.toString().contains("/templates/") && Files.isRegularFile(file) && !file.endsWith("_platform.tpl");
    }
}
