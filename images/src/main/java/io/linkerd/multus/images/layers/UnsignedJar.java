// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * A jar as an image holds it: without its signature, with the same classes. The JVM keeps no class of a signed jar in its cache, so
 * that BouncyCastle's 800 classes would be read, digested and compared at each start; nothing in an image asks who signed a jar.
 *
 * <p>What a signature is made of: the JAR File Specification, "Signed JAR File".
 */
final class UnsignedJar {
    private static final Pattern SIGNATURE = Pattern.compile("(?i)META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");

    private UnsignedJar() {}

    /** Copies {@code jar} to {@code copy}, byte for byte where it has no signature. */
    static void copy(Path jar, Path copy) throws IOException {
        if (isSigned(jar)) {
            strip(jar, copy);
        } else {
            Files.copy(jar, copy);
        }
    }

    private static boolean isSigned(Path jar) throws IOException {
        try (var signed = new JarFile(jar.toFile(), false)) {
            return signed.stream().anyMatch(UnsignedJar::isSignature);
        }
    }

    private static boolean isSignature(ZipEntry entry) {
        return SIGNATURE.matcher(entry.getName()).matches();
    }

    private static void strip(Path jar, Path copy) throws IOException {
        try (var signed = new JarFile(jar.toFile(), false);
                var unsigned = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(copy)))) {
            begin(unsigned, JarFile.MANIFEST_NAME, 0);
            withoutDigests(signed.getManifest()).write(unsigned);
            for (var entry : Collections.list(signed.entries())) {
                if (isSignature(entry) || entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    continue;
                }
                begin(unsigned, entry.getName(), entry.getTime());
                try (var content = signed.getInputStream(entry)) {
                    content.transferTo(unsigned);
                }
            }
        }
    }

    /** The same jar gives the same bytes, so the time is never now. */
    private static void begin(JarOutputStream jar, String name, long time) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTime(time);
        jar.putNextEntry(entry);
    }

    private static Manifest withoutDigests(Manifest signed) {
        var manifest = new Manifest(signed);
        manifest.getEntries().values().forEach(UnsignedJar::dropDigests);
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        return manifest;
    }

    private static void dropDigests(Attributes attributes) {
        attributes.keySet().removeIf(name -> name.toString().endsWith("-Digest"));
    }
}
