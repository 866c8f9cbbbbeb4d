// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.service.kube.ObjectHead;
import java.util.Optional;
import java.util.function.Function;

/**
 * An object of a list or watch.
 *
 * @param head which object it is, of which version, and whether it is being deleted
 * @param object empty where it is larger than what is read, or not what its kind should be: nothing else is known of it
 * @param <T> the client's class for it
 */
public record BoundedObject<T>(ObjectHead head, Optional<T> object) {
    /** {@return the same, of which something else is known} */
    public <R> BoundedObject<R> map(Function<T, R> reading) {
        return new BoundedObject<>(head, object.map(reading));
    }

    /** {@return the same, of which no more is known than which object it is} */
    public BoundedObject<T> withoutObject() {
        return new BoundedObject<>(head, Optional.empty());
    }
}
