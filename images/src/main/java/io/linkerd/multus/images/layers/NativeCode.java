// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Libraries of machine code, which jars without a class bring for machines of one kind each. An image has those for its own kind as files:
 * whoever finds none unpacks one at each start, for which a root file system that is read-only has no place.
 */
final class NativeCode {
    /** Where Netty has them. */
    private static final String FOLDER = "META-INF/native/";

    /** What Java calls amd64, the files call x86_64. */
    private static final String MACHINE = System.getProperty("os.arch").replace("amd64", "x86_64");

    private NativeCode() {}

    /** {@return whether a jar brings machine code and no class} */
    static boolean isAllOf(Path jar) throws IOException {
        try (var content = new JarFile(jar.toFile(), false)) {
            var names = content.stream().map(ZipEntry::getName).toList();
            return names.stream().anyMatch(name -> name.startsWith(FOLDER) && name.endsWith(".so"))
                    && names.stream().noneMatch(name -> name.endsWith(".class") && !name.endsWith("module-info.class"));
        }
    }

    /** Puts what this kind of machine runs into {@code folder}, and {@return where it is} The runtime in the image is for the same kind. */
    static List<Path> unpack(Path jar, Path folder) throws IOException {
        var unpacked = new ArrayList<Path>();
        try (var content = new JarFile(jar.toFile(), false)) {
            for (var entry : Collections.list(content.entries())) {
                if (entry.getName().startsWith(FOLDER) && isForThisMachine(entry.getName())) {
                    var file = folder.resolve(entry.getName().substring(FOLDER.length()));
                    Files.createDirectories(folder);
                    Files.write(file, content.getInputStream(entry).readAllBytes());
                    unpacked.add(file);
                }
            }
        }
        return unpacked;
    }

    /** As in {@code libnetty_tcnative_linux_aarch_64.so}: Netty parts the one name as well as the other. */
    private static boolean isForThisMachine(String name) {
        return name.replace("aarch_64", "aarch64").endsWith("_linux_" + MACHINE + ".so");
    }
}
