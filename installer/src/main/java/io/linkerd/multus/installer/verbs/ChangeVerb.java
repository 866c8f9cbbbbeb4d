// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

/** The verbs that change a node. */
enum ChangeVerb {
    INSTALL {
        @Override
        Difference difference(Wish wish, AssetNames ours) {
            return new Difference(wish.desired(), AssetNames.NONE);
        }
    },
    UNINSTALL {
        @Override
        Difference difference(Wish wish, AssetNames ours) {
            return new Difference(AssetNames.NONE, wish.desired().reversed());
        }
    },
    /** Where the current state is not said, everything that is desired is put right, and what is there besides is taken away. */
    APPLY {
        @Override
        Difference difference(Wish wish, AssetNames ours) {
            var current = wish.current().orElse(ours);
            var install = wish.current().map(wish.desired()::minus).orElse(wish.desired());
            return new Difference(install, current.minus(wish.desired()).reversed());
        }
    };

    /**
     * What is to be done for one kind.
     *
     * @param install in this order
     * @param uninstall afterwards, in this order
     */
    record Difference(AssetNames install, AssetNames uninstall) {}

    /** {@return what follows from a wish where {@code ours} is what the owner has put on the node so far} */
    abstract Difference difference(Wish wish, AssetNames ours);
}
