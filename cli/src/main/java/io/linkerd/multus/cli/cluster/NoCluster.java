// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.linkerd.multus.cli.facts.Sight;

/** There is no way to the cluster, or it does not let this user in; the message says which, and what to do. */
public final class NoCluster extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String words;

    /** Says so. */
    public NoCluster(String words) {
        super(words);
        this.words = words;
    }

    NoCluster(String words, Throwable cause) {
        super(words, cause);
        this.words = words;
    }

    /** {@return the same, where it was answered} What goes by it would go wrong by no answer. */
    public static <T> Sight<T> unlessFailed(Sight<T> seen) {
        if (seen instanceof Sight.Failed<T>(var words)) {
            throw new NoCluster(words + ": try it again");
        }
        return seen;
    }

    /** {@return it, for the person who called the command} */
    public String words() {
        return words;
    }
}
