// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.facts;

import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.linkerd.multus.webhook.health.Check;
import io.micronaut.kubernetes.client.informer.SharedIndexInformerFactory;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Whether the cache of namespaces has seen them all once. */
@Singleton
class NamespaceSync implements Check {
    /** What {@code Informer.ALL_NAMESPACES} is called once it is resolved. */
    private static final String ALL = "";

    private final SharedIndexInformerFactory informers;

    NamespaceSync(SharedIndexInformerFactory informers) {
        this.informers = informers;
    }

    @Override
    public Optional<String> whyNot() {
        SharedIndexInformer<V1Namespace> informer = informers.getExistingSharedIndexInformer(ALL, V1Namespace.class);
        return informer != null && informer.hasSynced()
                ? Optional.empty()
                : Optional.of("the namespaces of the cluster are not read yet");
    }
}
