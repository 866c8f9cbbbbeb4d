// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.NodeSettings;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.nio.file.Path;

/**
 * Where journal, originals and lock of this node are: the folder that is said, else outside of the CNI folders where that is mounted, else
 * hidden beside the configuration. Linkerd's own chart mounts no more than the CNI folders; runtimes and Multus load no file of that name,
 * and none below it.
 *
 * @param hostPath as the host sees it
 * @param path in this container
 * @param hidden it lies in a CNI folder, and is to be gone once the node is as it was
 */
record StateFolder(HostRoot host, String hostPath, Path path, boolean hidden) {
    private static final String USUAL = NodeSettings.USUAL_STATE_DIRECTORY;
    private static final String HIDDEN = "/" + NodeTurns.HIDDEN;

    static StateFolder of(NodeSettings settings, HostRoot host) {
        if (settings.stateDirectory().isPresent()) {
            var said = settings.stateDirectory().get();
            return of(host, said, said.endsWith(HIDDEN));
        }
        return host.isMounted(USUAL) ? of(host, USUAL, false) : of(host, settings.netDirectory() + HIDDEN, true);
    }

    private static StateFolder of(HostRoot host, String hostPath, boolean hidden) {
        return new StateFolder(host, hostPath, host.directory(hostPath), hidden);
    }

    /** Makes it, where its place is mounted. */
    void ensure(DurableFiles files) throws FileChangeFailed {
        if (host.isMounted(hostPath)) {
            files.makeDirectory(path);
        }
    }

    /** Removes it where it would be all that is left of us in a CNI folder; what somebody else has put into it stays. */
    void removeIfHidden(DurableFiles files) throws FileChangeFailed {
        if (hidden) {
            files.removeDirectory(path);
        }
    }
}
