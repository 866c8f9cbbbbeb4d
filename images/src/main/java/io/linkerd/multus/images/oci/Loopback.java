// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

/** Registries of this machine. It reaches nothing but Java's own: the release's options are read before anything is built. */
public final class Loopback {
    private Loopback() {}

    /** {@return whether what is said to that host, with its port if it has one, does not leave this machine, so that it may be said without TLS} */
    public static boolean isHost(String host) {
        return host.matches("(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1])(:\\d+)?");
    }
}
