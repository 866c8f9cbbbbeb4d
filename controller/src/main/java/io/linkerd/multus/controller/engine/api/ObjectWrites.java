// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.linkerd.multus.controller.engine.api.Precondition.AsSeen;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes objects: whatever the controller changes in a cluster, it changes here, on the preconditions that the caller states. A write is
 * sent only if we may write in this very moment, and has ended before another may, however many of them the work on a key takes.
 *
 * <p>Every method throws {@link NotLeading} where nothing was sent, and {@link ApiException} where the API server did not do it; with
 * {@code Conflict} where the precondition was not met.
 */
public final class ObjectWrites {
    /** A leader stands back five seconds before another may take over; the rest is for the way through our own process. */
    public static final Duration LONGEST = Duration.ofSeconds(4);

    private final KubernetesClient client;
    private final BooleanSupplier mayWrite;
    private final ContestedWrites contested = new ContestedWrites(System::nanoTime);

    /** Sends by that client, each within {@code longest}, while {@code mayWrite} says so. */
    public ObjectWrites(KubernetesClient client, Duration longest, BooleanSupplier mayWrite) {
        this.client = client.newClient(
                        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                                .withRequestTimeout((int) longest.toMillis())
                                .build())
                .adapt(KubernetesClient.class);
        this.mayWrite = mayWrite;
    }

    /**
     * Applies by server-side apply. Fields of other managers are taken, except in an object that is not expected there.
     *
     * @return it as it is then
     * @throws Contested where it says what it was made to say a moment ago, and another writer keeps undoing that
     */
    public <T extends HasMetadata> T apply(
            ApiResource<T> resource, T object, String manager, Precondition precondition) {
        var name = resource.named(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
        contested.requireTurn(name, object.hashCode());
        var applied = onCondition(object, precondition);
        var written =
                send(resource.permission(precondition instanceof AsSeen ? "patch" : "create and patch"), writing -> {
                    var there = resource.in(writing, applied.getMetadata().getNamespace())
                            .resource(applied)
                            .fieldManager(manager);
                    return precondition instanceof Precondition.Absent
                            ? there.serverSideApply()
                            : there.forceConflicts().serverSideApply();
                });
        contested.wrote(name, object.hashCode(), precondition, Written.of(written.getMetadata(), manager));
        return written;
    }

    /** Passes, or throws {@link Contested} where another writer kept undoing that object a moment ago, and may do so again. */
    public void requirePeace(ApiResource<?> resource, @Nullable String namespace, String name) {
        contested.requirePeace(resource.named(namespace, name));
    }

    /**
     * Applies the status of an object, and takes fields of other managers.
     *
     * @return it as it is then
     */
    public <T extends HasMetadata> T applyStatus(
            ApiResource<T> resource, T object, String manager, Precondition precondition) {
        var how = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(manager)
                .withForce(true)
                .build();
        var applied = onCondition(object, precondition);
        return send(
                "patch " + resource.inRbac() + "/status",
                writing -> resource.at(
                                writing,
                                applied.getMetadata().getNamespace(),
                                applied.getMetadata().getName())
                        .subresource("status")
                        .patch(how, applied));
    }

    /** {@return a copy that states the precondition} */
    private <T extends HasMetadata> T onCondition(T object, Precondition precondition) {
        var copy = client.getKubernetesSerialization().clone(object);
        precondition.over(copy.getMetadata());
        return copy;
    }

    /** Patches an object as it was seen by a JSON merge patch: {@code metadata} in its metadata, {@code patch} beside that. */
    public <T extends HasMetadata> void patch(
            ApiResource<T> resource, T seen, Map<String, ?> metadata, Map<String, ?> patch) {
        patch(resource, seen, PatchContext.of(PatchType.JSON_MERGE), asSeen(seen, metadata, patch));
    }

    /** Does the same under a name by which the fields are owned then. {@return it as it is then} */
    public <T extends HasMetadata> T patchAs(
            String manager, ApiResource<T> resource, T seen, Map<String, ?> metadata, Map<String, ?> patch) {
        var how = new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(manager)
                .build();
        return patch(resource, seen, how, asSeen(seen, metadata, patch));
    }

    /** By the object, since the client reads what it knows by name alone before it patches it. */
    private <T extends HasMetadata> T patch(ApiResource<T> resource, T seen, PatchContext how, String patch) {
        return send(
                resource.permission("patch"),
                writing -> resource.in(writing, seen.getMetadata().getNamespace())
                        .resource(seen)
                        .patch(how, patch));
    }

    /** {@return what comes of creating it, of which nothing is kept} */
    public <T extends HasMetadata> T createDry(ApiResource<T> resource, T object) {
        return send(
                resource.permission("create"),
                writing -> resource.given(writing, object).dryRun().create());
    }

    /** {@return what comes of updating it, of which nothing is kept, on the condition that it still has the version that it says} */
    public <T extends HasMetadata> T updateDry(ApiResource<T> resource, T object) {
        return send(
                resource.permission("update"),
                writing -> resource.given(writing, object).dryRun().update());
    }

    /** Creates it; where there is one, that is left alone. */
    public <T extends HasMetadata> void create(ApiResource<T> resource, T object) {
        send(
                resource.permission("create"),
                writing -> resource.given(writing, object).create());
    }

    private String asSeen(HasMetadata seen, Map<String, ?> metadata, Map<String, ?> patch) {
        var conditions = new HashMap<String, Object>(metadata);
        conditions.put("uid", seen.getMetadata().getUid());
        conditions.put("resourceVersion", seen.getMetadata().getResourceVersion());
        var whole = new HashMap<String, Object>(patch);
        whole.put("metadata", conditions);
        return client.getKubernetesSerialization().asJson(whole);
    }

    /** Updates it, on the condition that it still has the version that it says. */
    public <T extends HasMetadata> void update(ApiResource<T> resource, T object) {
        send(
                resource.permission("update"),
                writing -> resource.given(writing, object).update());
    }

    /**
     * {@return whether it was there to be deleted} It is, as it was seen; one that has changed since is a conflict. The version alone
     * tells that, since no two objects of a name ever have the same.
     *
     * @throws Contested where another writer keeps making it anew
     */
    public <T extends HasMetadata> boolean delete(
            ApiResource<T> resource, @Nullable String namespace, String name, AsSeen seen) {
        var object = resource.named(namespace, name);
        contested.requireTurnToDelete(object);
        boolean wasThere = !send(
                        "delete " + resource.inRbac(),
                        writing -> resource.at(writing, namespace, name)
                                .lockResourceVersion(seen.version())
                                .delete())
                .isEmpty();
        contested.deleted(object, seen.uid());
        return wasThere;
    }

    /** Evicts a pod that is as {@code uid} and, where any change matters, {@code resourceVersion} say; no such pod is {@code NotFound}. */
    public void evict(String namespace, String pod, Map<String, String> preconditions) {
        var eviction = PodRequests.eviction(namespace, pod, preconditions);
        var path = PodRequests.path(namespace, pod) + "/eviction";
        send("create pods/eviction", writing -> writing.raw(path, "POST", eviction));
    }

    private <T extends @Nullable Object> T send(String permission, Function<KubernetesClient, T> request) {
        if (!mayWrite.getAsBoolean()) {
            throw new NotLeading(permission);
        }
        return ApiException.call(permission, () -> request.apply(client));
    }
}
