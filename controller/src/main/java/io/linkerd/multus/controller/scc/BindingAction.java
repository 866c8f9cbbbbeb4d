// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import java.util.Optional;

/** The one thing to do about the binding now, and why. */
sealed interface BindingAction {

    /** Nothing. */
    record Keep(String reason) implements BindingAction {}

    /** Write it, on the condition that it still is as it was seen; without a version, that there is none. */
    record Write(Optional<String> seenVersion, String reason) implements BindingAction {}

    /** Remove it and write it anew: nobody can change the role that a binding gives. */
    record Replace(String seenVersion, String reason) implements BindingAction {}

    /** Remove it, on the condition that it still is as it was seen. */
    record Remove(String seenVersion, String reason) implements BindingAction {}
}
