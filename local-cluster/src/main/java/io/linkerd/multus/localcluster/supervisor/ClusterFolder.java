// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.supervisor;

import java.nio.file.Path;

/**
 * The folder of one cluster: everything of it that is on disk is here, and goes with it.
 *
 * @param path absolute; its last part is the cluster's name
 */
public record ClusterFolder(Path path) {
    /** Refuses a relative path, which would mean another folder to the supervisor. */
    public ClusterFolder {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("a cluster's folder has to be an absolute path: " + path);
        }
    }

    /** Returns the cluster's name. */
    public String name() {
        return path.getFileName().toString();
    }

    /** Held by whoever prepares the folder, before the supervisor is there. */
    public Path preparingLock() {
        return path.resolve("preparing.lock");
    }

    /** What the supervisor is told. */
    public Path spec() {
        return path.resolve("spec.json");
    }

    /** What the supervisor tells when everything is started. */
    public Path supervisorState() {
        return path.resolve("supervisor.json");
    }

    /** What was asked for; it is there once the cluster is ready with all of it. */
    public Path ready() {
        return path.resolve("ready.json");
    }

    /** The same for shell scripts, as assignments. */
    public Path shell() {
        return path.resolve("shell");
    }

    /** Certificates and keys. */
    public Path keys() {
        return path.resolve("pki");
    }

    /** By which people and tests reach the API server from the machine. */
    public Path adminKubeconfig() {
        return path.resolve("admin.kubeconfig");
    }

    /** By which {@code user} of the control plane reaches the API server inside the cluster's network. */
    public Path componentKubeconfig(String user) {
        return keys().resolve(user + ".kubeconfig");
    }

    /** Output of every program, one file each. */
    public Path logs() {
        return path.resolve("log");
    }

    /** In memory, and only inside the cluster's own mount namespace. */
    public Path scratch() {
        return path.resolve("scratch");
    }

    /** Images and containers of a node; on disk, since an overlay cannot hold overlays. */
    public Path images(String node) {
        return path.resolve("nodes").resolve(node).resolve("containerd");
    }
}
