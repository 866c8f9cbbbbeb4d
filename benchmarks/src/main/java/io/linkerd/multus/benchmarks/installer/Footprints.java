// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Which files there are, and when each was last changed in any way; but for the lock, which says who keeps the node now.
 *
 * @param changed inode and time of the last change of each: whoever writes, replaces or touches a file changes one of them
 */
record Footprints(Map<Path, String> changed) {
    private static final Path LOCK = Path.of("lock");

    /** Looks at everything below {@code root}. */
    static Footprints below(Path root) throws IOException {
        var changed = new HashMap<Path, String>();
        try (var files = Files.walk(root)) {
            for (var file : files.filter(each -> !each.endsWith(LOCK)).toList()) {
                var attributes = Files.readAttributes(file, "unix:ino,ctime", LinkOption.NOFOLLOW_LINKS);
                changed.put(file, attributes.get("ino") + " " + attributes.get("ctime"));
            }
        }
        return new Footprints(Map.copyOf(changed));
    }

    /** {@return how many were made, changed or removed since {@code earlier}} */
    long since(Footprints earlier) {
        var same = changed.entrySet().stream()
                .filter(file -> file.getValue().equals(earlier.changed.get(file.getKey())))
                .count();
        var gone = earlier.changed.keySet().stream()
                .filter(file -> !changed.containsKey(file))
                .count();
        return changed.size() - same + gone;
    }
}
