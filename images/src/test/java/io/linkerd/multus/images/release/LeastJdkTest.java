// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeastJdkTest {
    private record Case(String least, String found, boolean fits) {}

    @Test
    void comparesPatchLevels() {
        for (var each : List.of(
                new Case("25.0.5", "25.0.5+9-LTS", true),
                new Case("25.0.5", "25.0.5.1+1-LTS", true),
                new Case("25.0.5", "25.0.10+9", true),
                new Case("25.0.5", "25.0.4.1+1-LTS", false),
                new Case("25.0.5", "25.0.3+9-LTS", false),
                new Case("25.0.5.1", "25.0.5+9-LTS", false),
                new Case("25.0.5", "25+36", false))) {
            assertThat(LeastJdk.parse(each.least() + "\n")
                            .problem(Runtime.Version.parse(each.found()), "/jdk")
                            .isEmpty())
                    .as(each.toString())
                    .isEqualTo(each.fits());
        }
    }

    @Test
    void saysWhichWasFoundAndWhatToDo() {
        assertThat(LeastJdk.parse("25.0.5").problem(Runtime.Version.parse("25.0.3+9-LTS"), "/opt/jdk"))
                .get()
                .asString()
                .contains("/opt/jdk", "25.0.3+9-LTS", "25.0.5", ".mvn/jdk-least", "JAVA_HOME");
    }

    @Test
    void theRepositorysLineIsALevelOfJava25() throws IOException {
        var line = Files.readString(Path.of("..").resolve(LeastJdk.FILE));

        assertThat(line).hasLineCount(1);
        assertThat(LeastJdk.parse(line).version().feature()).isEqualTo(25);
    }
}
