// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.network.NetworkReader;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.util.Set;

/**
 * Tells events that are worth a look from those of somebody who is still at work: whoever replaces files with care (we, a kubelet with its
 * {@code ..2026_11_25}, most installers) writes a hidden one, and the name that it gets in the end is the news. A look at the hidden one
 * comes too early, and the next has to wait.
 *
 * @param wanted what is watched, which may be hidden or lie in something hidden
 */
record News(Set<Path> wanted) {
    /** How kubelets put a new content of a mounted volume in place: a link that is set to another folder. */
    private static final String PROJECTED = "..data";

    News {
        wanted = Set.copyOf(wanted);
    }

    /** {@return whether a watch tells of something that others may see} It has ended where its directory is gone, and is asked once. */
    boolean isTold(WatchKey key) {
        var events = key.pollEvents();
        return !key.reset()
                || !(key.watchable() instanceof Path directory)
                || events.stream().anyMatch(event -> isNews(directory, event));
    }

    /** Without a name it says that events were lost. */
    private boolean isNews(Path directory, WatchEvent<?> event) {
        return !(event.context() instanceof Path name) || !isAtWork(directory, event.kind(), name);
    }

    private boolean isAtWork(Path directory, WatchEvent.Kind<?> kind, Path name) {
        return !kind.equals(StandardWatchEventKinds.ENTRY_DELETE)
                && name.toString().startsWith(".")
                && !name.toString().equals(PROJECTED)
                && !NetworkReader.isNetwork(name)
                && wanted.stream().noneMatch(path -> path.startsWith(directory.resolve(name)));
    }
}
