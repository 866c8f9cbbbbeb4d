// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.Optional;
import java.util.function.Predicate;

/** Which operator of a cluster carries out its {@code LinkerdMultus}: the one whose namespace the status names. */
sealed interface Claim {
    /** This one does. */
    record Ours() implements Claim {}

    /** Nobody does, or nobody any more. */
    record Free() implements Claim {}

    /** The one in that namespace does. */
    record Theirs(String namespace) implements Claim {}

    /**
     * {@return whose it is}
     *
     * @param keeper the namespace that the status names
     * @param own ours
     * @param exists whether there is such a namespace; with it, its operator and its operand are gone
     */
    static Claim of(Optional<String> keeper, String own, Predicate<String> exists) {
        if (keeper.isEmpty()) {
            return new Free();
        }
        if (keeper.get().equals(own)) {
            return new Ours();
        }
        return exists.test(keeper.get()) ? new Theirs(keeper.get()) : new Free();
    }
}
