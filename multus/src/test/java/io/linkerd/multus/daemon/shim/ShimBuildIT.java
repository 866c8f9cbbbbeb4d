// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build of the programs in C, by which an image gets them. */
class ShimBuildIT {
    private static final String SCRIPT =
            Path.of("shim", "build").toAbsolutePath().toString();

    @TempDir
    private Path folder;

    /** Objects were as new as their sources, so nodes got programs that said the version before. */
    @Test
    void programsOfAnotherVersionAreBuiltAnew() throws Exception {
        for (var version : List.of("1.2.3", "1.2.4")) {
            assertThat(build(System.getenv("PATH"), "O=" + folder, "VERSION=" + version, "all"))
                    .isEmpty();
            assertThat(ShimCall.bare(folder.resolve("multus-shim"), "-version")
                            .run()
                            .out())
                    .isEqualTo("multus-shim: version:" + version + "\n");
        }
    }

    @Test
    void whatDidNotChangeIsNotBuiltAgain() throws Exception {
        build(System.getenv("PATH"), "O=" + folder, "all");
        var built = Files.getLastModifiedTime(folder.resolve("multus-shim"));

        assertThat(build(System.getenv("PATH"), "--question", "O=" + folder, "all"))
                .isEmpty();
        assertThat(Files.getLastModifiedTime(folder.resolve("multus-shim"))).isEqualTo(built);
    }

    @Test
    void saysWhichPackagesAreMissingWhereItCannotInstallThem() throws Exception {
        for (var known : List.of("sh", "dirname", "id", "make")) {
            Files.createSymbolicLink(folder.resolve(known), onPath(known));
        }

        assertThat(build(folder.toString(), "O=" + folder, "all"))
                .isEqualTo(
                        "Multus' programs in C are built by make, gcc and musl; a Debian gets what is missing, as root, by: "
                                + "apt-get install --yes --no-remove --no-install-recommends libc6-dev gcc binutils musl-tools\n"
                                + "status 1\n");
    }

    /** {@return what it says, and its status if it failed} */
    private static String build(String path, String... arguments) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                Stream.concat(Stream.of(SCRIPT), Stream.of(arguments)).toList());
        builder.redirectErrorStream(true).environment().put("PATH", path);
        var process = builder.start();
        try (var output = process.getInputStream()) {
            var said = new String(output.readAllBytes(), UTF_8);
            var status = process.waitFor();
            return status == 0 ? said : said + "status " + status + "\n";
        }
    }

    private static Path onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
