// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mvnw} is to those who call it what Maven itself would be, which a script plays. */
class MavenWrapperIT {
    /** Works until it is told to end, and says what told it. A shell that ignored a signal from its beginning could not trap it. */
    private static final String WORKING = """
            trap 'echo HUP; exit 129' HUP
            trap 'echo INT; exit 130' INT
            trap 'echo TERM; exit 143' TERM
            echo $$ >started.new
            mv started.new started
            while :; do sleep 0.1; done
            """;

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    void handsOnWhatEndsItAndEndsAsMavenDoes(String signal, int exitCode) throws Exception {
        try (var mvnw = mvnw(WORKING)) {
            var maven = mvnw.awaitFile(root.resolve("started"));

            mvnw.signal(signal);

            assertThat(mvnw.exitCode()).isEqualTo(exitCode);
            assertThat(mvnw.output()).isEqualTo(signal + "\n");
            RunningScript.awaitGone(maven);
        }
    }

    @Test
    void givesMavenItsArgumentsAndInputAndEndsAsItDoes() throws Exception {
        try (var mvnw = mvnw("read -r line; echo \"$# $2 $line\"; exit 3", "verify", "-Dfirst=a b", "-X")) {
            mvnw.type("typed\n");

            assertThat(mvnw.exitCode()).as(mvnw.output()).isEqualTo(3);
            assertThat(mvnw.output()).isEqualTo("3 -Dfirst=a b typed\n");
        }
    }

    /** As some job schedulers start a build; it ended before Maven did anything. */
    @Test
    void runsMavenWithoutAnInput() throws Exception {
        var project = project("echo \"Maven of $1\"").program("closed", "exec ./mvnw verify <&-\n");
        try (var mvnw = project.start(environment(), "closed")) {
            assertThat(mvnw.exitCode()).as(mvnw.output()).isZero();
            assertThat(mvnw.output()).isEqualTo("Maven of verify\n");
        }
    }

    private RunningScript mvnw(String maven, String... arguments) throws IOException {
        return project(maven).start(environment(), "mvnw", arguments);
    }

    private ScriptFolder project(String maven) throws IOException {
        var properties = ".mvn/wrapper/maven-wrapper.properties";
        return new ScriptFolder(root)
                .copy("mvnw")
                .copy(".mvn/jdk25.sh")
                .copy(".mvn/slowest-tests.sh")
                .copy(properties)
                .program(home(Files.readString(root.resolve(properties))) + "/bin/mvn", maven);
    }

    private Map<String, String> environment() {
        return Map.of("MAVEN_USER_HOME", root.resolve("m2").toString(), "JAVA_HOME", System.getProperty("java.home"));
    }

    /** Where the wrapper looks for the Maven of that address before it downloads one. */
    private static String home(String properties) throws IOException {
        var wrapper = new Properties();
        wrapper.load(new StringReader(properties));
        var address = Objects.requireNonNull(wrapper.getProperty("distributionUrl"));
        var name = address.substring(address.lastIndexOf('/') + 1).replaceFirst("-bin\\.zip$", "");
        return "m2/wrapper/dists/" + name + "/" + Integer.toHexString(address.hashCode());
    }
}
