// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** A Secret as the kubelet mounts it: each version in a folder of its own, and a link that is swapped from one to the next. */
final class MountedSecret {
    private final Path folder;
    private int version;

    MountedSecret(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /** Swaps to another content, as the kubelet does: nobody sees half of it, and the old version is gone. */
    void swap(Map<String, byte[]> content) throws IOException {
        var link = folder.resolve("..data");
        var before = Files.exists(link) ? link.toRealPath() : link;
        var next = Files.createDirectory(folder.resolve("..version-" + ++version));
        for (var file : content.entrySet()) {
            Files.write(next.resolve(file.getKey()), file.getValue());
            if (!Files.exists(folder.resolve(file.getKey()))) {
                Files.createSymbolicLink(folder.resolve(file.getKey()), Path.of("..data", file.getKey()));
            }
        }
        var prepared = Files.createSymbolicLink(folder.resolve("..data_tmp"), next.getFileName());
        Files.move(prepared, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (!before.equals(link)) {
            for (var file : content.keySet()) {
                Files.deleteIfExists(before.resolve(file));
            }
            Files.deleteIfExists(before);
        }
    }
}
