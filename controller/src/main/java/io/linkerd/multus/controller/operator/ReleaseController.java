// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.List;
import java.util.Optional;

/**
 * The Deployment of a Helm release's own controller in the operator's namespace. It is no part of an operand, and in its way at any time: it
 * has a Lease of its own, and beside it both would attach, bind and repair, each by its own settings.
 */
final class ReleaseController implements AutoCloseable {
    private final ControllerContext context;
    private final ObjectKey key;
    private final Watched<GenericKubernetesResource> watched;

    /** Prepares; {@code onChange} is called after it may have come or gone. */
    ReleaseController(ControllerContext context, String namespace, Runnable onChange) {
        this.context = context;
        this.key = Occupied.controller(namespace, context.instance().name());
        this.watched = new Watched<>(
                "deployments named " + key.name(),
                key.kind()
                        .resource()
                        .at(context.client(), key.namespace(), key.name())
                        .runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    void start() {
        watched.start();
    }

    boolean isComplete() {
        return watched.isComplete();
    }

    List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    ObjectKey key() {
        return key;
    }

    /** {@return who made it, where it is there} */
    Optional<Keeper> keeper() {
        // What was seen is without its fields' managers.
        return watched.get(key.namespace(), key.name())
                .flatMap(_ -> key.kind().resource().read(context.client(), key.namespace(), key.name()))
                .map(Keeper::of);
    }

    @Override
    public void close() {
        watched.close();
    }
}
