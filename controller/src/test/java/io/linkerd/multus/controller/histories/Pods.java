// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import java.util.List;
import java.util.Random;

/** What becomes of pods. They refer to the attachment of a namespace that asks for it, as the webhook leaves them. */
final class Pods {
    private static final List<String> NAMES = List.of("web-1", "web-2", "web-3");
    private static final String MESHED = "labels: {'linkerd.io/control-plane-ns': 'linkerd'}";

    private Pods() {}

    static Step next(Random random) {
        var namespace = Wishes.any(Wishes.NAMESPACES, random);
        var name = Wishes.any(NAMES, random);
        var path = World.path(namespace) + "/pods/" + name;
        return switch (random.nextInt(8)) {
            case 0, 1 -> put("pod", namespace, path, pod("labels: {}", "phase: 'Running'"));
            case 2, 3 -> put("meshed pod", namespace, path, pod(MESHED, "phase: 'Running'"));
            case 4 -> put("pod that ended", namespace, path, pod(MESHED, "phase: 'Succeeded'"));
            case 5 -> broken(namespace, path, random.nextLong());
            default -> new Step("remove pod " + path, world -> world.remove(path));
        };
    }

    private static Step put(String what, String namespace, String path, String object) {
        return new Step(what + " " + path, world -> {
            if (isFree(world, namespace, path)) {
                world.note(path, world.api().put(path, inPlace(object, namespace, world)), true);
            }
        });
    }

    /** Each has an owner of its own: those of one would wait for a minute. */
    private static Step broken(String namespace, String path, long owner) {
        var object = pod(
                MESHED
                        + ", ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', controller: true, name: 'web', uid: '"
                        + owner + "'}]",
                "phase: 'Pending', initContainerStatuses: [{name: 'linkerd-network-validator', state: {terminated: {exitCode: 95}}}]");
        return new Step("pod without rules " + path, world -> {
            if (world.repairs() && isFree(world, namespace, path)) {
                world.api().put(path, inPlace(object, namespace, world));
                world.broken().add(path);
            }
        });
    }

    private static boolean isFree(World world, String namespace, String path) {
        return world.isAlive(namespace)
                && new EndState(world).asks(namespace)
                && world.api().get(path).isEmpty();
    }

    private static String inPlace(String object, String namespace, World world) {
        return object.replace("PLACE", world.scope().placeFor(namespace));
    }

    private static String pod(String metadata, String status) {
        return "{metadata: {%s, annotations: {'k8s.v1.cni.cncf.io/networks': 'PLACE/linkerd-cni'}}, status: {%s}}"
                .formatted(metadata, status);
    }
}
