// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.client.dsl.AnyNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Optional;

/** What is asked of objects of any kind that lie in namespaces. */
final class Kinds {
    private Kinds() {}

    /** {@return the objects of a kind, of one namespace or of all} */
    static <T, L, R extends Resource<T>> AnyNamespaceOperation<T, L, R> in(
            MixedOperation<T, L, R> kind, Optional<String> namespace) {
        return namespace.isPresent() ? kind.inNamespace(namespace.get()) : kind.inAnyNamespace();
    }

    /** {@return that object of a kind, where it is there} */
    static <T, L, R extends Resource<T>> Optional<T> one(MixedOperation<T, L, R> kind, String namespace, String name) {
        return Optional.ofNullable(kind.inNamespace(namespace).withName(name).get());
    }
}
