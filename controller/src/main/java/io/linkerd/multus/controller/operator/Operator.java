// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.settings.OperatorSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes what the {@code LinkerdMultus} asks for, and keeps it so. */
public final class Operator implements Duty {
    static final String KIND = "linkerd-multus";

    private static final String IF_REFUSED =
            "Until then the LinkerdMultus is not carried out, or not taken away; its conditions say more.";

    private final ControllerContext context;
    private final OperatorSettings settings;
    private final String namespace;
    private final LinkerdMultuses multuses;
    private final LinkerdMultusWriter writer;
    private final NamespaceTally namespaces;
    private final OtherOperator other;
    private final UpgradeNotice upgrades;
    private final Fulfilment fulfilment;
    private final ReconcileLoop<String> loop;
    /** What is known of the operand, once the cluster has told what it is. */
    private final AtomicReference<Optional<Operands>> operands = new AtomicReference<>(Optional.empty());

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
        this.context = context;
        this.settings = settings;
        this.namespace = namespace;
        this.multuses = new LinkerdMultuses(context.client(), this::lookAgain);
        this.namespaces = new NamespaceTally(context, count, this::lookAgain);
        this.other = new OtherOperator(context, namespace);
        this.upgrades = new UpgradeNotice(context, namespace, settings.condition());
        this.writer = new LinkerdMultusWriter(
                context, namespace, settings.version(), upgrades, namespaces::current, findings);
        this.fulfilment = new Fulfilment(context, namespace, writer);
        this.loop = context.loop(
                KIND, 1, context.tellingRefusals(KIND, _ -> reconcile(), _ -> namespace, IF_REFUSED), multuses::keys);
    }

    @Override
    public void watch() {
        multuses.start();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.concat(
                        multuses.whyNotReady().stream(),
                        operands.get().stream().flatMap(operand -> operand.whyNotReady().stream()))
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
        return multuses.current().map(LinkerdMultusResource::told).flatMap(LinkerdMultusStatus::keeper);
    }

    @Override
    public void close() {
        end();
        operands.getAndSet(Optional.empty()).ifPresent(Operands::close);
        multuses.close();
    }

    private void lookAgain() {
        loop.add(LinkerdMultuses.NAME);
    }

    private ReconcileResult reconcile() {
        var multus = multuses.current();
        if (multus.isEmpty()) {
            other.isGone();
            upgrades.tellFree(); // what held it up while the object went holds it up no more
            return new ReconcileResult.Settled();
        }
        var keeper = multus.get().told().keeper();
        var another = OtherOperator.of(keeper, namespace, this::exists);
        if (another.isPresent()) {
            other.carriesOut(another.get());
            return new ReconcileResult.Settled();
        }
        if (keeper.filter(namespace::equals).isPresent()) {
            return carryOut(multus.get());
        }
        return carryOut(writer.claim(multus.get()));
    }

    private boolean exists(String name) {
        return context.namespaces().get(name).isPresent();
    }

    private ReconcileResult carryOut(LinkerdMultusResource multus) {
        other.isGone();
        var operand = operands();
        return operand.isComplete() ? fulfilment.of(multus, operand) : new ReconcileResult.Requeue(Fulfilment.SOON);
    }

    private Operands operands() {
        if (operands.get().isEmpty()) {
            var platform = ApiException.call(
                            "get API discovery", () -> context.client().supports(SecurityContextConstraints.class))
                    ? Rendering.Platform.OPENSHIFT
                    : Rendering.Platform.KUBERNETES;
            var made = new Operands(context, settings, namespace, platform, this::lookAgain);
            operands.set(Optional.of(made));
            made.start();
        }
        return operands.get().orElseThrow();
    }
}
