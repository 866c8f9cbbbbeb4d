// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentClassesTest {
    private static final int JAVA_5 = 49;
    private static final int JAVA_17 = 61;

    @TempDir
    private Path folder;

    /** A JVM refuses a class of today that has branches and no frames. */
    @Test
    void writesOldClassesAsTodaysAndKeepsTheRest() throws Exception {
        var jar = jar(sign(JAVA_5, ClassFile.StackMapsOption.DROP_STACK_MAPS));

        CurrentClasses.renew(jar);

        try (var file = new JarFile(jar.toFile())) {
            assertThat(file.getInputStream(file.getEntry("Sign.class")).readAllBytes()[7])
                    .isEqualTo((byte) JAVA_17);
            assertThat(file.getInputStream(file.getEntry("text")).readAllBytes())
                    .asString()
                    .isEqualTo("text");
        }
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            var sign = loader.loadClass("Sign").getMethod("of", int.class);
            assertThat(sign.invoke(null, -3)).isEqualTo(-1);
            assertThat(sign.invoke(null, 3)).isEqualTo(1);
        }
    }

    @Test
    void leavesAJarWithoutOldClassesAsItIs() throws Exception {
        var jar = jar(sign(JAVA_17, ClassFile.StackMapsOption.GENERATE_STACK_MAPS));
        var before = Files.readAllBytes(jar);

        CurrentClasses.renew(jar);

        assertThat(jar).hasBinaryContent(before);
    }

    private static byte[] sign(int version, ClassFile.StackMapsOption frames) {
        return ClassFile.of(frames)
                .build(
                        ClassDesc.of("Sign"),
                        type -> type.withVersion(version, 0)
                                .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                                .withMethodBody(
                                        "of",
                                        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int),
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> {
                                            var negative = code.newLabel();
                                            code.iload(0)
                                                    .iflt(negative)
                                                    .iconst_1()
                                                    .ireturn();
                                            code.labelBinding(negative)
                                                    .iconst_m1()
                                                    .ireturn();
                                        }));
    }

    private Path jar(byte[] type) throws IOException {
        var file = folder.resolve("old.jar");
        try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new ZipEntry("Sign.class"));
            jar.write(type);
            jar.putNextEntry(new ZipEntry("text"));
            jar.write("text".getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
