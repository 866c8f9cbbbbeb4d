// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mvnw} says when Maven has ended, which is played by a script that writes reports as Surefire does. */
class SlowestTestsIT {
    private static final String SCRIPT = ".mvn/slowest-tests.sh";

    /** As Surefire 3.5.6 begins a report. */
    private static final String REPORT = """
            report() {
              mkdir -p "$1"
              cat >"$1/TEST-$2.xml" <<XML
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0.2" name="$2" time="$3" tests="1" errors="0" skipped="0" failures="0" flakes="0">
              <testcase name="one" classname="$2" time="0.5">
                <system-out><![CDATA[<testsuite name="a.Quotation" time="99999">]]></system-out>
              </testcase>
            </testsuite>
            XML
            }
            """;

    private static final String TWO_REPORTS = REPORT + """
            report contracts/target/surefire-reports x.FastTest 12.5
            report acceptance/target/failsafe-reports x.ReplaceIT 228.06
            """;

    private static final String TWO_LINES = """
            The slowest test classes, 2 of 2, which took 240.6 s together:
                228.1 s  acceptance     x.ReplaceIT
                 12.5 s  contracts      x.FastTest
            """;

    @TempDir
    Path root;

    @BeforeEach
    void copy() throws IOException {
        new ScriptFolder(root).copy(SCRIPT);
    }

    @Test
    void tellsOfThisRunAloneTheSlowestFirst() throws Exception {
        var earlier = root.resolve("contracts/target/surefire-reports/TEST-x.EarlierTest.xml");
        Files.createDirectories(earlier.getParent());
        Files.writeString(earlier, "<testsuite name=\"x.EarlierTest\" time=\"1000\" tests=\"1\">");
        Files.setLastModifiedTime(earlier, FileTime.from(Instant.now().minusSeconds(60)));

        says(0, TWO_LINES, TWO_REPORTS, "verify");
    }

    @Test
    void tellsAtMostThirty() throws Exception {
        try (var maven = maven(REPORT + """
                for each in $(seq 100 145); do report contracts/target/surefire-reports x.A${each}Test $each; done
                """)) {
            assertThat(maven.exitCode()).isZero();
            assertThat(maven.output().lines())
                    .hasSize(31)
                    .startsWith(
                            "The slowest test classes, 30 of 46, which took 5635.0 s together:",
                            "    145.0 s  contracts      x.A145Test")
                    .endsWith("    116.0 s  contracts      x.A116Test");
        }
    }

    @Test
    void tellsThemWhereMavenFailsAndEndsAsItDoes() throws Exception {
        says(7, "BUILD FAILURE\n" + TWO_LINES, TWO_REPORTS + "echo BUILD FAILURE; exit 7", "verify");
    }

    @Test
    void saysNothingWhereNoTestRan() throws Exception {
        says(0, "compiled\n", "echo compiled", "compile");
        says(1, "", "exit 1", "compile");
    }

    @Test
    void isQuietUnlessMavenFails() throws Exception {
        says(0, "", TWO_REPORTS, "-q", "test");
        says(0, "", TWO_REPORTS, "test", "--quiet");
        says(1, TWO_LINES, TWO_REPORTS + "exit 1", "-q", "test");
    }

    private void says(int exitCode, String output, String program, String... arguments) throws Exception {
        try (var maven = maven(program, arguments)) {
            assertThat(maven.exitCode()).as(maven.output()).isEqualTo(exitCode);
            assertThat(maven.output()).isEqualTo(output);
        }
    }

    private RunningScript maven(String program, String... arguments) throws IOException {
        var all = new String[arguments.length + 1];
        all[0] = "mvn";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new ScriptFolder(root)
                .program("mvn", program)
                .start(Map.of("PATH", root + ":" + System.getenv("PATH")), SCRIPT, all);
    }
}
