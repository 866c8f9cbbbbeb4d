// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

/** How the program ends. Stable: scripts go by it. */
public final class Exit {
    /** It was done, and nothing is wrong. */
    public static final int FINE = 0;

    /** It was done, and something is wrong: with the cluster, or with the pod. */
    public static final int WRONG = 1;

    /** It was called wrongly, or what it was given cannot be read. */
    public static final int USAGE = 2;

    /** The cluster cannot be asked: there is no way to it, or it does not let this user in. */
    public static final int NO_CLUSTER = 3;

    /** It could not be done, for a reason that was not foreseen: a fault of this program. */
    public static final int UNFORESEEN = 70;

    private Exit() {}
}
