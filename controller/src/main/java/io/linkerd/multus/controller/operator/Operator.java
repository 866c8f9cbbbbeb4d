// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Watches the {@code LinkerdMultus} and what its status tells of, and has it reconciled. */
public final class Operator implements Duty {
    static final String KIND = "linkerd-multus";

    private static final String IF_REFUSED =
            "Until then the LinkerdMultus is not carried out, or not taken away; its conditions say more.";

    private final String namespace;
    private final Watched<LinkerdMultusResource> multuses;
    private final LinkerdMultusWriter writer;
    private final NamespaceTally namespaces;
    private final LinkerdMultusReconciler reconciler;
    private final ReconcileLoop<String> loop;

    /**
     * Prepares.
     *
     * @param namespace the operator's own, and its operand's
     * @param count goes through all namespaces; empty where it is not known yet
     * @param findings of the controller's duties
     */
    public Operator(
            ControllerContext context,
            OperatorSettings settings,
            String namespace,
            Supplier<Optional<NamespaceCounts>> count,
            Supplier<DutyFindings> findings) {
        this.namespace = namespace;
        this.multuses = LinkerdMultusResource.watched(context.client(), this::lookAgain);
        this.namespaces = new NamespaceTally(context, count, this::lookAgain);
        this.writer = new LinkerdMultusWriter(context, namespace, settings, namespaces::current, findings);
        this.reconciler = new LinkerdMultusReconciler(context, settings, namespace, writer, this::lookAgain);
        var tellingRefusals = context.<String>tellingRefusals(
                KIND, _ -> reconciler.reconcile(multuses.get(LinkerdMultusResource.NAME)), _ -> namespace, IF_REFUSED);
        this.loop = context.loop(KIND, 1, tellingRefusals, () -> Stream.of(LinkerdMultusResource.NAME));
    }

    @Override
    public void watch() {
        multuses.start();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.concat(multuses.whyNotReady().stream(), reconciler.whyNotReady().stream())
                .toList();
    }

    @Override
    public boolean isComplete() {
        return multuses.isComplete();
    }

    @Override
    public void begin() {
        writer.forget();
        loop.start();
        namespaces.begin();
    }

    @Override
    public void end() {
        namespaces.end();
        loop.stop();
    }

    @Override
    public void lookAtAll() {
        loop.addAll();
        namespaces.lookAtAll();
    }

    /** Its own namespace owns the webhook's configurations, and with another operator's that one goes. */
    @Override
    public void namespaceChanged(String name) {
        if (name.equals(namespace) || keeper().filter(name::equals).isPresent()) {
            lookAgain();
        }
        namespaces.changed();
    }

    /** What namespaces have may have changed. */
    public void attachmentsChanged() {
        namespaces.changed();
    }

    /** The controller's other duties have found something else. */
    public void findingsChanged() {
        lookAgain();
    }

    private Optional<String> keeper() {
        return multuses.get(LinkerdMultusResource.NAME)
                .map(LinkerdMultusResource::told)
                .flatMap(LinkerdMultusStatus::keeper);
    }

    @Override
    public void close() {
        end();
        reconciler.close();
        multuses.close();
    }

    private void lookAgain() {
        loop.add(LinkerdMultusResource.NAME);
    }
}
