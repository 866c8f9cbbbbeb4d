// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects of an operand, as they were last seen, and the one way to change them. Those in the operator's namespace are watched by their
 * labels, a watch for each kind; all others by their names, so that rights on these names are enough.
 */
final class OperandObjects {
    /** @param written a fingerprint of the object as it was after we wrote it */
    private record Applied(GenericKubernetesResource asked, Fingerprint written) {}

    private final ControllerContext context;
    private final String namespace;
    private final OperandMark mark;
    private final List<Watched<GenericKubernetesResource>> watches;
    private final ConcurrentMap<ObjectKey, Applied> applied = new ConcurrentHashMap<>();

    /**
     * Prepares.
     *
     * @param namespace of the operator
     * @param all every object that an operand can have
     * @param onChange called after one of them may have changed
     */
    OperandObjects(ControllerContext context, String namespace, Collection<ObjectKey> all, Runnable onChange) {
        this.context = context;
        this.namespace = namespace;
        this.mark = OperandMark.of(context.instance());
        var client = context.client();
        var inNamespace = all.stream()
                .filter(key -> key.namespace().equals(namespace))
                .map(ObjectKey::kind)
                .distinct()
                .map(kind ->
                        watched(kind.inRbac() + " of " + context.instance().name(), labelled(client, kind), onChange));
        var named = all.stream()
                .filter(key -> !key.namespace().equals(namespace))
                .distinct()
                .map(key -> watched(
                        key.kind().inRbac() + " named " + key.name(),
                        at(client, key).runnableInformer(0),
                        onChange));
        watches = Stream.concat(inNamespace, named).toList();
    }

    private static Watched<GenericKubernetesResource> watched(
            String what, SharedIndexInformer<GenericKubernetesResource> informer, Runnable onChange) {
        return new Watched<>(what, informer, _ -> {}, _ -> onChange.run());
    }

    private SharedIndexInformer<GenericKubernetesResource> labelled(KubernetesClient client, OperandKind kind) {
        return kind.resource().in(client, namespace).withLabels(mark.labels()).runnableInformer(0);
    }

    private static Resource<GenericKubernetesResource> at(KubernetesClient client, ObjectKey key) {
        return key.kind().resource().at(client, key.namespace(), key.name());
    }

    /** {@return what is watched for it} */
    List<Watched<GenericKubernetesResource>> watches() {
        return watches;
    }

    /** {@return all objects that were seen, by what they are} */
    Map<ObjectKey, GenericKubernetesResource> seen() {
        return watches.stream()
                .flatMap(Watched::all)
                .collect(Collectors.toMap(ObjectKey::of, Function.identity(), (one, _) -> one));
    }

    /** {@return whether it is as we wrote it, and we wrote what is asked for} */
    boolean isRight(GenericKubernetesResource asked, Optional<GenericKubernetesResource> seen) {
        var before = applied.get(ObjectKey.of(asked));
        return before != null
                && before.asked().equals(asked)
                && seen.map(Fingerprint::of).equals(Optional.of(before.written()));
    }

    /** {@return whether it is about to be written with other pods} What a process before wrote, this one writes once more. */
    boolean changesPods(GenericKubernetesResource asked, GenericKubernetesResource seen) {
        return !isRight(asked, Optional.of(seen)) && PodTemplate.isChanged(asked, seen);
    }

    /** {@return who made the object, where another one than this operator did} */
    Optional<Keeper> keeper(ObjectKey key, Optional<GenericKubernetesResource> seen) {
        // What was seen is without its fields' managers.
        return seen.filter(mark::isLabelled)
                .or(() -> read(key))
                .filter(object -> !mark.isOurs(object))
                .map(Keeper::of);
    }

    /**
     * Writes it.
     *
     * @return it as it is then
     */
    GenericKubernetesResource apply(GenericKubernetesResource asked) {
        var key = ObjectKey.of(asked);
        var any = Precondition.any(Optional.ofNullable(seen().get(key)));
        var written = context.writes().apply(key.kind().resource(), asked, mark.manager(), any);
        applied.put(key, new Applied(asked, Fingerprint.of(written)));
        return written;
    }

    /** Passes, or throws {@link Contested} where another writer kept undoing it a moment ago: what is right now may not be for long. */
    void requirePeace(ObjectKey key) {
        context.writes().requirePeace(key.kind().resource(), key.namespace(), key.name());
    }

    /** Removes it as it was seen; somebody who changed it meanwhile is a conflict, after which it is looked at again. */
    void remove(ObjectKey key, GenericKubernetesResource seen) {
        context.writes().delete(key.kind().resource(), key.namespace(), key.name(), Precondition.asSeen(seen));
        applied.remove(key);
    }

    /** {@return it as the API server has it at this moment} */
    Optional<GenericKubernetesResource> read(ObjectKey key) {
        return key.kind().resource().read(context.client(), key.namespace(), key.name());
    }

    /**
     * Asks the API server whether the {@code LinkerdMultus} is still to be carried out: what is written after it was deleted with
     * {@code --cascade=orphan}, and before that is seen, would be owned by it again, and go with it.
     *
     * @throws ApiException a conflict where it is not
     */
    void requireOwner(ObjectMeta owner) {
        var asks = LinkerdMultusResource.RESOURCE
                .read(context.client(), "", owner.getName())
                .filter(multus -> multus.getMetadata().getUid().equals(owner.getUid()))
                .filter(multus -> !multus.isMarkedForDeletion());
        if (asks.isEmpty()) {
            throw ApiException.notAsSeen("write for a LinkerdMultus that goes");
        }
    }

    /** {@return how its objects are known} */
    OperandMark mark() {
        return mark;
    }
}
