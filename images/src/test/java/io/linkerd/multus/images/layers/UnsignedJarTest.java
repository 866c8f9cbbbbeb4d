// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsignedJarTest {
    private static final String CLASS = "org/example/Sealed.class";
    private static final long LONG_AGO = 1_000_000_000_000L;

    @TempDir
    private Path directory;

    @Test
    void leavesTheSignatureOutAndKeepsTheRest() throws IOException {
        var signed = jar("META-INF/KEY.SF", "META-INF/KEY.RSA", CLASS, "META-INF/services/org.example.Service");

        var copy = copyOf(signed);

        try (var jar = new JarFile(copy.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .containsExactly("META-INF/MANIFEST.MF", CLASS, "META-INF/services/org.example.Service");
            assertThat(jar.getInputStream(jar.getEntry(CLASS)).readAllBytes())
                    .isEqualTo(CLASS.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void keepsWhatTheManifestSaysBesidesDigests() throws IOException {
        var copy = copyOf(jar("META-INF/KEY.SF", CLASS));

        try (var jar = new JarFile(copy.toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                    .isEqualTo("true");
            assertThat(jar.getManifest().getEntries())
                    .containsOnlyKeys("org/example/")
                    .extractingByKey("org/example/")
                    .isEqualTo(attributes(Map.of("Sealed", "true")));
        }
    }

    /** The time of making would make another image of the same jars. */
    @Test
    void hasNoTimeOfItsOwn() throws IOException {
        var copy = copyOf(jar("META-INF/KEY.SF", CLASS));

        try (var jar = new JarFile(copy.toFile())) {
            assertThat(jar.getEntry(CLASS).getTime()).isEqualTo(LONG_AGO);
            assertThat(jar.getEntry(JarFile.MANIFEST_NAME).getTime()).isLessThan(LONG_AGO);
        }
    }

    @Test
    void takesNothingBelowAFolderForASignature() throws IOException {
        var jar = jar("META-INF/keys/KEY.EC", CLASS);

        assertThat(copyOf(jar)).hasSameBinaryContentAs(jar);
    }

    @Test
    void copiesAJarWithoutSignatureByteForByte() throws IOException {
        var jar = jar(CLASS);

        assertThat(copyOf(jar)).hasSameBinaryContentAs(jar);
    }

    private Path copyOf(Path jar) throws IOException {
        var copy = Files.createTempDirectory(directory, "copy").resolve("library.jar");
        UnsignedJar.copy(jar, copy);
        return copy;
    }

    private Path jar(String... names) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        manifest.getEntries().put(CLASS, attributes(Map.of("SHA-256-Digest", "0a1b")));
        manifest.getEntries().put("org/example/", attributes(Map.of("Sealed", "true", "SHA-256-Digest", "0a1b")));
        var file = Files.createTempFile(directory, "library", ".jar");
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (var name : List.of(names)) {
                var entry = new ZipEntry(name);
                entry.setTime(LONG_AGO);
                jar.putNextEntry(entry);
                jar.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static Attributes attributes(Map<String, String> values) {
        var attributes = new Attributes();
        values.forEach(attributes::putValue);
        return attributes;
    }
}
