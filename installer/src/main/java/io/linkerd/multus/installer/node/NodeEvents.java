// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.journal.Before;

/** Told of each change of the node after it was made, and of each that failed. */
public interface NodeEvents {
    /** A file of ours is in place. */
    void wrote(String path, Reason reason);

    /** A path has again what was there before us. */
    void gaveBack(String path, Before before);

    /** A path is no longer ours, and was left as it is. */
    void forgot(String path, String note);

    /** A directory of ours holds something of somebody else, and stays. */
    void keptDirectory(String path);

    /** A change did not happen. */
    void failed(FileChangeFailed failure);
}
