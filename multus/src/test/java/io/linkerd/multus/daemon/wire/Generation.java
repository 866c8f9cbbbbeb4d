// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

/** Upstream's releases that are in use, and what sets them apart for a runtime. */
enum Generation {
    V4_0_2("v4.0.2", "1.0.0", false),
    V4_1_4("v4.1.4", "1.1.0", false),
    V4_2_4("v4.2.4", "1.1.0", true),
    /** That of the clusters. */
    V4_3_0("v4.3.0", "1.1.0", true);

    private final String version;
    private final String newestCni;
    private final boolean knowsGarbageCollection;

    Generation(String version, String newestCni, boolean knowsGarbageCollection) {
        this.version = version;
        this.newestCni = newestCni;
        this.knowsGarbageCollection = knowsGarbageCollection;
    }

    String version() {
        return version;
    }

    /** {@return the newest version of CNI that it speaks} */
    String newestCni() {
        return newestCni;
    }

    /** {@return whether what it prints and keeps is as 4.3's} 4.0 has other words, and knows no MTU. */
    boolean isTold() {
        return this != V4_0_2;
    }

    /**
     * Whether it knows GC and STATUS, and tells CNI's errors apart from other answers: both came with 4.2. Before, the shim succeeds without asking,
     * or does not speak the version of CNI that has them, and quotes every refusal.
     */
    boolean knowsGarbageCollection() {
        return knowsGarbageCollection;
    }
}
