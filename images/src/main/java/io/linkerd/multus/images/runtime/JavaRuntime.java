// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import io.linkerd.multus.images.OwnCode;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The Java runtime inside the images, linked from the JDK that builds them.
 *
 * <p>All services share one: its layer is stored once on a node, and its pages once in memory.
 */
public final class JavaRuntime {
    /** Parts of a runtime that serve people at a terminal, or make other programs. */
    private static final Set<String> UNUSED =
            Set.of("bin/jfr", "bin/jrunscript", "bin/keytool", "lib/classlist", "lib/jexec", "lib/jrt-fs.jar");

    /** Public authorities, which no service calls anybody by: the API server's own is in the pod. */
    private static final Path AUTHORITIES = Path.of("lib", "security", "cacerts");

    private static final Path SECURITY = Path.of("conf", "security", "java.security");

    /** Those that services use. In search of one that is not there, Java makes one of each on the class path, such as BouncyCastle's. */
    private static final List<String> PROVIDERS = List.of("SUN", "SunRsaSign", "SunEC", "SunJSSE", "SunJCE");

    private static final String PROVIDER = "security.provider.";

    /** Key stores are in memory alone, where deriving keys from a password 10,000 times over protects nothing and costs 0.1 s. */
    private static final String IN_MEMORY = "keystore.pkcs12.keyPbeIterationCount=1";

    /** Files have this time, here and in the image: a cache of loaded classes is refused where it differs from that in training. */
    public static final Instant TIME = Instant.ofEpochSecond(1);

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    private final Path home;

    private JavaRuntime(Path home) {
        this.home = home;
    }

    /** Links it below {@code directory}, or takes the one that is there. */
    public static JavaRuntime link(Path directory, Progress progress) throws IOException, InterruptedException {
        return link(directory, Purpose.SERVICES, progress);
    }

    /** Does the same for that purpose. */
    public static JavaRuntime link(Path directory, Purpose purpose, Progress progress)
            throws IOException, InterruptedException {
        var home = directory.resolve(purpose.folder() + "-" + identity());
        if (!Files.isDirectory(home)) {
            progress.step(
                    "link a Java runtime of " + purpose.modules().size() + " modules",
                    () -> linkInto(directory, purpose, home));
        }
        return new JavaRuntime(home);
    }

    /** Returns a value that is another one as soon as the runtime would be. */
    public static String identity() throws IOException {
        return identity(OwnCode.running());
    }

    static String identity(OwnCode code) throws IOException {
        return Digests.ofTexts(List.of(
                JDK.toString(), Digests.ofFile(JDK.resolve("release")), code.digest(JavaRuntime.class.getPackage())));
    }

    public Path home() {
        return home;
    }

    public Path java() {
        return home.resolve("bin", "java");
    }

    /** Returns the files that go into an image, in a fixed order. */
    public List<Path> files() throws IOException {
        try (var all = Files.walk(home)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !UNUSED.contains(home.relativize(file).toString()))
                    .sorted()
                    .toList();
        }
    }

    /** Renames at the end, so that an interrupted link is never taken for a whole one. */
    private static Path linkInto(Path directory, Purpose purpose, Path home) throws IOException, InterruptedException {
        try (var scratch = ScratchDirectory.create(directory, "link")) {
            var linked = scratch.path().resolve("java");
            Programs.plain()
                    .output(
                            PATIENCE,
                            List.of(
                                    JDK.resolve("bin", "jlink").toString(),
                                    "--add-modules=" + String.join(",", purpose.modules()),
                                    "--strip-debug",
                                    "--no-header-files",
                                    "--no-man-pages",
                                    // Layers are compressed as a whole, which is smaller than compressing each class;
                                    // and nothing is to
                                    // be unpacked at run time.
                                    "--compress=zip-0",
                                    "--output=" + linked));
            if (purpose == Purpose.SERVICES) {
                trim(linked);
            }
            setTimes(linked);
            return Files.move(linked, home, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Leaves out what a start would read for nothing. */
    private static void trim(Path linked) throws IOException {
        Files.deleteIfExists(linked.resolve(AUTHORITIES));
        var security = linked.resolve(SECURITY);
        var lines = new ArrayList<>(Files.readAllLines(security));
        lines.removeIf(line -> line.startsWith(PROVIDER));
        for (var provider : PROVIDERS) {
            lines.add(PROVIDER + (PROVIDERS.indexOf(provider) + 1) + "=" + provider);
        }
        lines.add(IN_MEMORY);
        Files.write(security, lines);
    }

    private static void setTimes(Path linked) throws IOException {
        try (var all = Files.walk(linked)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(TIME));
            }
        }
    }
}
