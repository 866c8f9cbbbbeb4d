// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.models.V1Namespace;
import io.micronaut.kubernetes.client.informer.SharedIndexInformerFactory;
import jakarta.inject.Singleton;
import java.util.List;

/** Whether the cache of namespaces has seen them all once. */
@Singleton
public class NamespaceSync {
    /** What {@code Informer.ALL_NAMESPACES} is called once it is resolved. */
    private static final String ALL = "";

    private final SharedIndexInformerFactory informers;

    NamespaceSync(SharedIndexInformerFactory informers) {
        this.informers = informers;
    }

    /** {@return in plain words, why not yet; nothing where it has} */
    public List<String> whyNotReady() {
        var informer = informers.getExistingSharedIndexInformer(ALL, V1Namespace.class);
        return informer != null && informer.hasSynced()
                ? List.of()
                : List.of("the namespaces of the cluster are not read yet");
    }
}
