// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.util.List;
import java.util.stream.Stream;

/** The objects that give a right to service accounts of Linkerd's, in whatever namespace they are, and the one way to change them. */
interface WatchedRight extends AutoCloseable {
    /** Starts to watch. */
    void start();

    /** {@return whether everything has been seen once} */
    boolean isComplete();

    /** {@return what is still missing, for a person} */
    List<String> whyNotReady();

    /** {@return the namespaces that have an object of our names, whoever made it} */
    Stream<String> namespaces();

    /** {@return the bindings that give it} */
    DesiredBindings desired();

    /** {@return whether the service accounts of that namespace are to get it} */
    default boolean isWanted(String namespace) {
        return desired().in(namespace).isWanted();
    }

    /** {@return the namespaces where they are to get it, whether they exist or not} */
    default Stream<String> wanted() {
        return desired().namespaces();
    }

    /**
     * Brings one namespace to what it has to have.
     *
     * @param owner that what is written gets
     * @return what a person should know about it
     * @throws ApiException where the API server did not do it
     */
    List<Notice> bring(String namespace, Owner owner);

    @Override
    void close();
}
