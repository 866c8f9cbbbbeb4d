// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/**
 * {@code LINKERD_MULTUS_CACHED_RESULTS}: whether a removal takes the plugin out of what the container runtime has cached of its pods, and out of
 * what Multus keeps of them, which is read whatever the runtime.
 */
public enum CachedResults {
    /** Unless the node says that its runtime is another one than CRI-O: the others tear pods down by the networks of the moment. */
    AUTO,
    /** Whatever the runtime is. */
    ALWAYS,
    /** Never. */
    NEVER;

    /** Where the container runtime caches: a host path; libcni's default, which CRI-O has no setting for. */
    public static final String RESULTS = "/var/lib/cni/results";

    /**
     * {@return whether they are changed}
     *
     * @param runtime of the node as its {@code status.nodeInfo.containerRuntimeVersion} has it, like {@code cri-o://1.33.1}; empty where it is
     *     not known
     */
    public boolean areChanged(String runtime) {
        return switch (this) {
            case AUTO -> runtime.isEmpty() || runtime.startsWith("cri-o://");
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }
}
