// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.controller.FakeCluster;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** What people and their programs do to attachments and bindings, ours and others. */
final class Objects {
    private static final String LABELS = "labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'";
    private static final String OURS = LABELS + ", 'app.kubernetes.io/instance': 'linkerd-multus'}";
    private static final String OTHERS = LABELS + ", 'app.kubernetes.io/instance': 'other'}";
    private static final String OWNER =
            "ownerReferences: [{apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole',"
                    + " name: 'linkerd-multus-controller', uid: 'OWNER'}]";

    private static final List<String> ATTACHMENTS = List.of(
            "{metadata: {%s, %s}, spec: {config: '%s'}}".formatted(OURS, OWNER, Configs.valid(7)),
            "{metadata: {%s, %s}, spec: {config: '{}'}}".formatted(OURS, OWNER),
            "{metadata: {%s}, %s}, spec: {config: '%s'}}".formatted(LABELS, OWNER, Configs.valid(8)),
            "{metadata: {%s}, spec: {config: '{}'}}".formatted(OTHERS),
            "{metadata: {%s}}, spec: {}}".formatted(LABELS),
            "{spec: {config: '%s'}}".formatted(Configs.OPERATORS),
            "{spec: {config: '%s'}}".formatted(Configs.valid(9)),
            "{spec: {config: '{}'}}",
            "{spec: {}}");

    private static final List<String> DRIFTS = List.of(
            "{spec: {config: '{}'}}",
            "{spec: {config: '{}'}}",
            "{spec: {config: null}}",
            "{metadata: {annotations: {note: 'mine'}}}",
            "{metadata: {ownerReferences: null}}",
            "{metadata: {labels: {'app.kubernetes.io/managed-by': null}}}",
            "{metadata: {labels: {'app.kubernetes.io/instance': 'other'}}}");

    private static final String ROLE_REF = "roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole',"
            + " name: 'system:openshift:scc:nonroot-v2'}";
    private static final List<String> BINDING_NAMES = List.of(
            "linkerd-multus-scc",
            "linkerd-multus-scc",
            "linkerd-multus-scc-nonroot-v2",
            "system:openshift:scc:nonroot-v2");
    private static final List<String> BINDINGS = List.of(
            "{metadata: {%s, %s}, %s, subjects: []}".formatted(OURS, OWNER, ROLE_REF),
            "{metadata: {%s}}, %s, subjects: []}".formatted(LABELS, ROLE_REF),
            "{%s, subjects: [{kind: 'User', name: 'somebody', apiGroup: 'rbac.authorization.k8s.io'}]}"
                    .formatted(ROLE_REF),
            "{metadata: {%s}, %s, subjects: []}".formatted(OTHERS, ROLE_REF));

    private static final List<Function<Random, Step>> ALL = List.of(
            Objects::plant,
            Objects::drift,
            Objects::drift,
            Objects::takeAway,
            Objects::plantBinding,
            Objects::takeBindingAway);

    private Objects() {}

    static Step next(Random random) {
        return Wishes.any(ALL, random).apply(random);
    }

    static Step plant(Random random) {
        var namespace = Wishes.any(Wishes.NAMESPACES, random);
        var object = Wishes.any(ATTACHMENTS, random);
        return new Step("attachment in " + namespace + " " + object, world -> {
            if (world.isAlive(namespace)) {
                world.noteAttachment(
                        namespace, world.api().put(FakeCluster.attachment(namespace), withOwner(object, world)));
            }
        });
    }

    private static Step drift(Random random) {
        var namespace = Wishes.any(Wishes.NAMESPACES, random);
        var patch = Wishes.any(DRIFTS, random);
        return new Step(
                "edit attachment in " + namespace + " " + patch,
                world -> world.api()
                        .editIfPresent(FakeCluster.attachment(namespace), patch)
                        .ifPresent(now -> world.noteAttachment(namespace, now)));
    }

    private static Step takeAway(Random random) {
        var namespace = Wishes.any(Wishes.NAMESPACES, random);
        return new Step("remove attachment in " + namespace, world -> world.remove(FakeCluster.attachment(namespace)));
    }

    static Step plantBinding(Random random) {
        var namespace = Wishes.any(List.of("linkerd", "linkerd-viz", "n0"), random);
        var path = World.binding(namespace, Wishes.any(BINDING_NAMES, random));
        var object = Wishes.any(BINDINGS, random);
        return new Step("binding " + path + " " + object, world -> {
            if (world.hasSccs() && world.isAlive(namespace)) {
                var now = world.api().put(path, withOwner(object, world));
                world.note(path, now, !Whose.isOurs(now) || path.contains("system:"));
            }
        });
    }

    private static Step takeBindingAway(Random random) {
        var path =
                World.binding(Wishes.any(List.of("linkerd", "linkerd-viz"), random), Wishes.any(BINDING_NAMES, random));
        return new Step("remove binding " + path, world -> world.remove(path));
    }

    private static String withOwner(String object, World world) {
        var uid = world.api()
                .get(FakeCluster.ROLE)
                .map(role -> role.at("/metadata/uid").asText())
                .orElse("of one that is gone");
        return object.replace("OWNER", uid);
    }
}
