// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.Reconciler;
import io.linkerd.multus.controller.engine.watch.Namespaces;
import io.linkerd.multus.controller.engine.watch.UnreadObjects;
import io.linkerd.multus.controller.pods.MeshPods;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What every duty stands on, whatever it cares for; its settings are its own.
 *
 * @param client the one client of the process
 * @param namespaces all namespaces as last seen
 * @param pods all meshed pods as last seen; empty where nobody watches them
 * @param owner who has to own what is written now
 * @param instance who we are among the installations of a cluster
 * @param writes sends what changes something, while we lead
 * @param mayWrite whether we lead at this very moment, and the API server has time for us
 * @param notices where a person is told what is so
 * @param events where a person is told what happened
 * @param meters where work is counted
 * @param unread knows which objects are too large to be read
 * @param refused knows which watches are refused
 * @param refusals knows which writes are
 */
public record ControllerContext(
        OpenShiftClient client,
        Namespaces namespaces,
        Optional<MeshPods> pods,
        Supplier<Owner> owner,
        Instance instance,
        ObjectWrites writes,
        BooleanSupplier mayWrite,
        Notices notices,
        EventRecorder events,
        MeterRegistry meters,
        UnreadObjects unread,
        RefusedWatches refused,
        StandingRefusals refusals) {

    /**
     * {@return a loop that works while we lead}
     *
     * @param kind of the keys, for logs and metrics
     * @param workers how many keys are in work at a time, at most
     * @param all the keys that there are, whenever it is asked
     */
    public <K> ReconcileLoop<K> loop(String kind, int workers, Reconciler<K> reconciler, Supplier<Stream<K>> all) {
        return new ReconcileLoop<>(kind, workers, reconciler, all, mayWrite, meters);
    }

    /**
     * {@return a reconciler of namespaces that tells in each of them what the API server refuses}
     *
     * @param consequence what comes of that, as the end of a message
     */
    public Reconciler<String> tellingRefusals(String kind, Reconciler<String> reconciler, String consequence) {
        return tellingRefusals(kind, reconciler, Function.identity(), consequence);
    }

    /** {@return a reconciler of whatever keys that tells it in the namespace of each} */
    public <K> Reconciler<K> tellingRefusals(
            String kind, Reconciler<K> reconciler, Function<K, String> namespace, String consequence) {
        return new Refusals<>(
                kind, reconciler, key -> subject(namespace.apply(key)), consequence, notices, refusals, meters);
    }

    /** {@return the Events of that kind that are refused now; none yet} */
    public RefusedEvents refusedEvents(String kind, LongSupplier nanoClock) {
        return new RefusedEvents(kind, refusals, meters, nanoClock);
    }

    private Optional<Subject> subject(String namespace) {
        return namespaces.get(namespace).map(facts -> Subject.namespace(facts.name(), facts.uid()));
    }

    /** {@return the pods of the namespace that are known without a request; none before all have been seen once} */
    public Stream<MeshPod> watchedPods(String namespace) {
        return pods.filter(MeshPods::isComplete).stream().flatMap(watched -> watched.in(namespace));
    }

    /** {@return objects that we keep, watched once they are started; {@code onChange} is told the namespace of each that changed} */
    public <T extends HasMetadata, C> KeptObjects<T, C> keep(KeptKind<T, C> kind, Consumer<String> onChange) {
        var kept = new KeptObjects<>(lists(), kind, instance, writes, meters, onChange);
        var _ = unread.add(kept::unread);
        return kept;
    }

    /** {@return what carries the lists and watches of collections that tenants fill} */
    public ClientTransport lists() {
        return new ClientTransport(client, refused);
    }
}
