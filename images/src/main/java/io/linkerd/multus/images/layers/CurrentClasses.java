// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Classes that were compiled for Java 5 or older, such as picocli's, as a compiler of today writes the same code: with the frames by which
 * the JVM verifies it in one pass (JVMS 4.10.1). It keeps no older class in its cache, so that a start would read and verify them all.
 */
final class CurrentClasses {
    private static final int CLASS_FILE_OF_JAVA_6 = 50;

    /** Java 17's, which each JVM that may run it reads. */
    private static final int WRITTEN = 61;

    /** Where the major version is, in a class file. */
    private static final int HIGH = 6;

    private static final int LOW = 7;
    private static final int BYTE = 8;

    private CurrentClasses() {}

    /** Writes the old classes of {@code jar} anew; a jar without such stays byte for byte what it is. */
    static void renew(Path jar) throws IOException {
        if (!hasOld(jar)) {
            return;
        }
        var renewed = jar.resolveSibling(jar.getFileName() + ".part");
        try (var classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var from = new JarFile(jar.toFile(), false);
                var to = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(renewed)))) {
            var format = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (var entry : Collections.list(from.entries())) {
                var content = content(from, entry);
                var written = new ZipEntry(entry.getName());
                written.setTime(entry.getTime());
                to.putNextEntry(written);
                to.write(isOld(entry, content) ? renewed(format, content) : content);
            }
        }
        Files.move(renewed, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean hasOld(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile(), false)) {
            for (var entry : Collections.list(file.entries())) {
                if (isClass(entry) && isOld(entry, head(file, entry))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static byte[] head(JarFile jar, ZipEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readNBytes(LOW + 1);
        }
    }

    private static byte[] content(JarFile jar, ZipEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static boolean isClass(ZipEntry entry) {
        return entry.getName().endsWith(".class");
    }

    private static boolean isOld(ZipEntry entry, byte[] content) {
        return isClass(entry)
                && content.length > LOW
                && ((content[HIGH] & 0xff) << BYTE | (content[LOW] & 0xff)) < CLASS_FILE_OF_JAVA_6;
    }

    private static byte[] renewed(ClassFile format, byte[] old) {
        return format.transformClass(
                format.parse(old),
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                        .andThen(ClassTransform.endHandler(made -> made.withVersion(WRITTEN, 0))));
    }
}
