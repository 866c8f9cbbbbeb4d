// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ./demo} says while Maven builds, and how both end; Maven, Java and root are played. */
class DemoBuildIT {
    /** Goes on with what comes after {@code await NAME} when there is a file of that name. */
    private static final String AWAIT = """
            await() {
              until [ -e "$1" ]; do sleep 0.1; done
            }
            """;

    /** The lines are Maven's own, of 3.9 with --batch-mode, and those of what it runs. */
    private static final String MAVEN = AWAIT + """
            await starts
            cat <<'TEXT'
            [INFO] Scanning for projects...
            [INFO] Downloading from central: https://repo.maven.apache.org/maven2/a/a-1.pom
            [INFO] Downloaded from central: https://repo.maven.apache.org/maven2/a/a-1.pom (2.5 kB at 11 kB/s)
            [INFO] Downloaded from central: https://repo.maven.apache.org/maven2/a/a-1.jar (4.2 MB at 1.1 MB/s)
            TEXT
            await project
            cat <<'TEXT'
            [INFO] --------------------< io.linkerd.multus:contracts >---------------------
            [INFO] Building contracts 0.1.0                                          [2/10]
            [INFO]   from contracts/pom.xml
            [INFO] --- compiler:3.15.0:compile (default-compile) @ contracts ---
            [INFO] Downloaded from central: https://repo.maven.apache.org/maven2/b/b-1.jar (800 kB at 1.1 MB/s)
            TEXT
            await module
            printf '[INFO] Building images 0.1.0                       [8/10]\\n[   5.4 s] link a Java'
            await half
            echo ' runtime of 12 modules: 4.6 s'
            """;

    /** BuildAhead goes on until it is told to end or its parent has ended; the program that brings a cluster up says that it was called. */
    private static final String JAVA = """
            case "$*" in
              *BuildAhead*) echo $$ >ahead.new; mv ahead.new ahead; while kill -0 $PPID 2>/dev/null; do sleep 0.1; done ;;
              *demo.Demo*) echo "Demo is called"; exit 5 ;;
            esac
            """;

    @TempDir
    Path root;

    @Test
    void isNeverSilentWhileMavenWorks() throws Exception {
        try (var demo = demo(MAVEN)) {
            demo.awaitOutput("Maven: starts \\.\\.\\.");
            make("starts");
            demo.awaitOutput("(Maven: reads the project; 2 files, 4\\.2 MB, downloaded so far \\.\\.\\..*){2}");
            make("project");
            demo.awaitOutput("s] Maven: contracts, 2 of 10\n");
            demo.awaitOutput(
                    "(Maven: contracts, 2 of 10, compiler:compile; 3 files, 5\\.0 MB, downloaded so far \\.\\.\\..*){2}");
            make("module");
            demo.awaitOutput("s] Maven: images, 8 of 10\n");
            make("half");

            assertThat(demo.exitCode()).isEqualTo(5);

            assertThat(demo.output())
                    .containsOnlyOnce("s] Maven: contracts, 2 of 10\n")
                    .containsOnlyOnce("s] link a Java")
                    .contains("s] link a Java runtime of 12 modules: 4.6 s\n")
                    .endsWith("Demo is called\n");
            assertThat(root.resolve("acceptance/target/demo.built")).exists();
            RunningScript.awaitGone(demo.awaitFile(root.resolve("ahead")));
        }
    }

    @Test
    void showsTheEndOfMavensOutputWhereItFails() throws Exception {
        try (var demo = demo("""
                seq 1 1000
                echo '[ERROR] there is no such artifact' >&2
                exit 9
                """)) {
            assertThat(demo.exitCode()).isEqualTo(1);

            var log = root.resolve("acceptance/target/demo.build.log");
            assertThat(demo.output())
                    .contains("\n1000\n[ERROR] there is no such artifact\n")
                    .doesNotContain("\n900\n", "Demo is called")
                    .endsWith("demo: Maven ended with exit code 9; all that it said is in " + log.toRealPath() + "\n");
            assertThat(log).content().startsWith("1\n2\n");
            assertThat(root.resolve("acceptance/target/demo.built")).doesNotExist();
            RunningScript.awaitGone(demo.awaitFile(root.resolve("ahead")));
        }
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    void endsAllThatItHasStartedWhenItIsToldToEnd(String signal, int exitCode) throws Exception {
        try (var demo = demo("""
                sh -c 'sleep 600 & echo $! >program.new; mv program.new program; wait' &
                echo $$ >maven.new; mv maven.new maven
                wait
                """)) {
            var maven = demo.awaitFile(root.resolve("maven"));
            var program = demo.awaitFile(root.resolve("program"));
            var ahead = demo.awaitFile(root.resolve("ahead"));

            demo.signal(signal);

            assertThat(demo.exitCode()).isEqualTo(exitCode);
            RunningScript.awaitGone(maven);
            RunningScript.awaitGone(program);
            RunningScript.awaitGone(ahead);
        }
    }

    private void make(String file) throws IOException {
        Files.createFile(root.resolve(file));
    }

    private RunningScript demo(String maven) throws IOException {
        var project = new ScriptFolder(root)
                .copy("demo")
                .copy(".mvn/jdk25.sh")
                .program("mvnw", maven)
                .program("jdk/bin/javac", "")
                .program("jdk/bin/java", JAVA)
                .program("bin/id", "echo 0");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        Files.createDirectories(root.resolve("acceptance/target"));
        Files.writeString(root.resolve("acceptance/target/runtime.classpath"), "");
        return project.start(
                Map.of(
                        "PATH",
                        root.resolve("bin") + ":" + System.getenv("PATH"),
                        "JAVA_HOME",
                        root.resolve("jdk").toString(),
                        "LINKERD_MULTUS_DEMO_PATIENCE",
                        "1"),
                "demo");
    }
}
