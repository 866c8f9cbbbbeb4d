// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * What a file system remembers of a file beside its bytes, owner and permission bits: its SELinux label, access list and capabilities, and
 * what people have noted with it.
 *
 * @param texts each as its name, an equals sign, and its value in hexadecimal digits; in the order of their names
 */
public record ExtendedAttributes(List<String> texts) {
    /** A file that has none. */
    public static final ExtendedAttributes NONE = new ExtendedAttributes(List.of());

    /** More than labels, access lists and capabilities ever take; the journal has to hold them. */
    private static final int MOST_CHARACTERS = 64 * 1024;

    /** What the kernel itself says of one content, and would be wrong of another. */
    private static final Set<String> OF_THE_CONTENT = Set.of("security.ima", "security.evm");

    /** Whoever makes a file gets one of the directory's; a file without has its permission bits alone. */
    private static final String ACCESS_LIST = "system.posix_acl_access";

    private static final String LABEL = "security.selinux";

    private static final HexFormat HEX = HexFormat.of();

    public ExtendedAttributes {
        texts = List.copyOf(texts);
        texts.forEach(text -> HEX.parseHex(text, text.lastIndexOf('=') + 1, text.length()));
    }

    /** {@return those of a file that this process may see and that are not about its content; a link is not followed} */
    public static ExtendedAttributes of(Path file) throws IOException {
        var texts = new ArrayList<String>();
        for (var name : AttributeCalls.names(file)) {
            if (!OF_THE_CONTENT.contains(name)) {
                AttributeCalls.value(file, name).ifPresent(value -> texts.add(name + "=" + HEX.formatHex(value)));
            }
        }
        if (texts.stream().mapToInt(String::length).sum() > MOST_CHARACTERS) {
            throw new FileSystemException(file.toString(), null, "its extended attributes are too long to be kept");
        }
        texts.sort(null);
        return new ExtendedAttributes(texts);
    }

    /** Gives them to a new file, each only where it differs; what it got from its directory and these have not is taken away. */
    void giveTo(Path file) throws IOException {
        giveTo(file, names(LABEL) && hasSelinux());
    }

    /** Without SELinux nobody reads a label, and setting one takes a capability that the installer has not. */
    void giveTo(Path file, boolean selinux) throws IOException {
        var has = of(file);
        for (var text : texts) {
            if (!has.texts.contains(text)) {
                int end = text.lastIndexOf('=');
                give(file, text.substring(0, end), HEX.parseHex(text, end + 1, text.length()), selinux);
            }
        }
        if (has.names(ACCESS_LIST) && !names(ACCESS_LIST)) {
            AttributeCalls.remove(file, ACCESS_LIST);
        }
    }

    private static void give(Path file, String name, byte[] value, boolean selinux) throws IOException {
        try {
            AttributeCalls.set(file, name, value);
        } catch (FileSystemException e) {
            if (selinux || !name.equals(LABEL)) {
                throw e;
            }
        }
    }

    /** Only a kernel that runs with SELinux has its file system, mounted or not. */
    private static boolean hasSelinux() {
        try {
            return Files.readAllLines(Path.of("/proc/filesystems")).stream()
                    .anyMatch(line -> line.endsWith("\tselinuxfs"));
        } catch (IOException _) {
            return true;
        }
    }

    private boolean names(String name) {
        return texts.stream().anyMatch(text -> text.startsWith(name + "="));
    }
}
