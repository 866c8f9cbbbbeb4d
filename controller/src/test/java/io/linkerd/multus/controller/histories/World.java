// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One cluster with its controller, and what the test knows of it: whatever is not ours is as it was put there. */
final class World implements AutoCloseable {
    private static final Duration A_MOMENT = Duration.ofMillis(250);

    private final FakeApiServer api = FakeApiServer.plain()
            .define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
    private final Map<String, ObjectNode> foreign = new TreeMap<>();
    private final Set<String> broken = new HashSet<>();
    private final List<Removals.Span> ownRemovals = new ArrayList<>();
    private final Replicas replicas;
    private final boolean sccs;

    World(Choices choices) {
        sccs = choices.sccs();
        replicas = new Replicas(api, choices);
        if (sccs) {
            api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        }
        api.put(FakeCluster.ROLE, "{}");
        api.put(path("linkerd-multus"), "{}");
        api.put(path("linkerd-cni"), "{}");
    }

    FakeApiServer api() {
        return api;
    }

    Replicas replicas() {
        return replicas;
    }

    AttachmentScope scope() {
        return replicas.choices().scope();
    }

    boolean hasSccs() {
        return sccs;
    }

    boolean repairs() {
        return replicas.choices().repairs();
    }

    static boolean isExcluded(String namespace) {
        return namespace.equals("kube-system") || namespace.startsWith("openshift-");
    }

    static String path(String namespace) {
        return "/api/v1/namespaces/" + namespace;
    }

    static String binding(String namespace, String name) {
        return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace + "/rolebindings/" + name;
    }

    /** {@return whether the namespace is there to stay} Only the test makes and deletes them. */
    boolean isAlive(String namespace) {
        return api.get(path(namespace))
                .filter(found -> !found.path("metadata").has("deletionTimestamp"))
                .isPresent();
    }

    /** {@return what is somebody else's, by its path, as it was put there} */
    Map<String, ObjectNode> foreign() {
        return foreign;
    }

    /** {@return the pods that are to be replaced} */
    Set<String> broken() {
        return broken;
    }

    /** Takes down what the attachment is after somebody else wrote it. */
    void noteAttachment(String namespace, ObjectNode now) {
        var adopts = replicas.choices().adopts() && !isExcluded(namespace);
        note(FakeCluster.attachment(namespace), now, Whose.isForeignAttachment(now, adopts));
    }

    /** Takes down what an object is after somebody else wrote it. */
    void note(String path, ObjectNode now, boolean isForeign) {
        if (isForeign) {
            foreign.put(path, now);
        } else {
            foreign.remove(path);
        }
    }

    void remove(String path) {
        foreign.remove(path);
        broken.remove(path);
        removing(path, () -> api.remove(path));
    }

    /** What is somebody else's goes with its namespace, or its owner, and only so. */
    void collectGarbage() {
        var touched = new EndState(this).touched();
        if (!touched.isEmpty()) {
            throw new AssertionError(String.join("\n", touched));
        }
        removing("", api::collectGarbage);
        foreign.keySet().removeIf(path -> api.get(path).isEmpty());
        broken.removeIf(path -> api.get(path).isEmpty());
    }

    private void removing(String prefix, Runnable removal) {
        var before = api.version();
        removal.run();
        ownRemovals.add(new Removals.Span(before, api.version(), prefix));
    }

    /** {@return the attachments that went, by nobody's doing but the controller's, while a pod referred to them} */
    List<String> wrongRemovals() {
        return new Removals(ownRemovals, api.history(), api.looks()).wrong();
    }

    /** {@return what the controller has asked for that would change something, but for the lease} */
    List<String> writes() {
        return api.writes().stream().filter(write -> !write.contains("/leases")).toList();
    }

    /** Waits until the cluster is as it has to be. */
    void awaitEndState(Duration longest) {
        var deadline = System.nanoTime() + longest.toNanos();
        while (true) {
            var seen = api.version();
            var problems = new EndState(this).problems();
            var left = deadline - System.nanoTime();
            if (problems.isEmpty()) {
                return;
            }
            if (left <= 0) {
                throw new AssertionError(String.join("\n", problems));
            }
            awaitChange(seen, Duration.ofNanos(left));
        }
    }

    /** So that what happens next meets work that is under way as well as such as is done. */
    void awaitAChange() {
        awaitChange(api.version(), A_MOMENT);
    }

    private void awaitChange(long version, Duration longest) {
        try {
            api.awaitChange(version, longest);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        api.heal();
        replicas.close();
        api.close();
    }
}
