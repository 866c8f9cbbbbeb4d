// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

/** The owner of the objects that the controller writes. */
public sealed interface Owner {

    /** There shall be none: what the controller writes stays after the release. */
    record None() implements Owner {}

    /**
     * The release's ClusterRole is gone, or not there yet. Nothing may be written: the API server would never remove it.
     *
     * @param name of the ClusterRole
     */
    record Missing(String name) implements Owner {}

    /**
     * The release's ClusterRole.
     *
     * @param name of the ClusterRole
     * @param uid of this very object, which a new release of the same name does not have
     */
    record Release(String name, String uid) implements Owner {}

    /** {@return whether the object carries the references that it has to} */
    default boolean owns(ObjectMarks object) {
        return switch (this) {
            case None _ -> true;
            case Missing _ -> false;
            case Release release ->
                object.owners().stream().anyMatch(reference -> release.uid().equals(reference.uid()));
        };
    }
}
