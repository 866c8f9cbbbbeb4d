// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import java.util.function.Supplier;

/** Which attachment the pods of a namespace refer to. */
public sealed interface AttachmentProvision {
    /** One of its own, where it takes part. */
    record Own() implements AttachmentProvision {}

    /** Its own, which all others share; it has to be there, whether the namespace itself takes part or not. */
    record SharedHere() implements AttachmentProvision {}

    /**
     * The shared one of another namespace.
     *
     * @param namespace that other one
     */
    record SharedIn(String namespace, State state) implements AttachmentProvision {}

    /** What can be referred to now. */
    enum State {
        /** The shared one stands. */
        THERE,
        /** It does not stand yet. */
        AWAITED,
        /** Its namespace does not exist. */
        NAMESPACE_MISSING
    }

    /** {@return what the pods of the namespace refer to} {@code shared} is asked only where it is the shared one of another. */
    static AttachmentProvision of(AttachmentScope scope, String namespace, Supplier<State> shared) {
        if (!scope.shared()) {
            return new Own();
        }
        return scope.isHome(namespace) ? new SharedHere() : new SharedIn(scope.namespace(), shared.get());
    }
}
