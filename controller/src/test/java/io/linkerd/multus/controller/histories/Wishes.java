// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.controller.FakeCluster;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** What people and their programs do to namespaces, to Linkerd's ConfigMap and to the release. */
final class Wishes {
    static final List<String> NAMESPACES = List.of(
            "n0",
            "n1",
            "n2",
            "n0",
            "n1",
            "n2",
            "n3",
            "linkerd",
            "linkerd-viz",
            "default",
            "kube-system",
            "openshift-x");

    private static final List<String> ANNOTATIONS = List.of(
            "'enabled'", "'enabled'", "'enabled'", "'enabled'", "'disabled'", "''", "'Enabled'", "null", "null");

    private static final List<Function<Random, Step>> ALL = List.of(
            Wishes::annotate,
            Wishes::annotate,
            Wishes::annotate,
            Wishes::label,
            Wishes::create,
            Wishes::delete,
            Wishes::giveConfig,
            Wishes::giveConfig,
            Wishes::spoilConfig,
            _ -> new Step("collect garbage", World::collectGarbage),
            Wishes::owner);

    private static final List<Function<Random, Step>> OF_ONE = List.of(
            Wishes::annotate, Wishes::annotate, Wishes::annotate, Wishes::label, Wishes::create, Wishes::delete);

    private Wishes() {}

    static Step next(Random random) {
        return any(ALL, random).apply(random);
    }

    /** What concerns one namespace. */
    static Step nextForOne(Random random) {
        return any(OF_ONE, random).apply(random);
    }

    static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static Step annotate(Random random) {
        return edit(random, "{metadata: {annotations: {'linkerd.io/multus': %s}}}".formatted(any(ANNOTATIONS, random)));
    }

    private static Step label(Random random) {
        return edit(
                random,
                "{metadata: {labels: {'linkerd.io/extension': %s}}}"
                        .formatted(any(List.of("'viz'", "'viz'", "''", "null"), random)));
    }

    private static Step edit(Random random, String patch) {
        var namespace = any(NAMESPACES, random);
        return new Step("namespace " + namespace + " " + patch, world -> {
            if (world.isAlive(namespace)) {
                world.api().edit(World.path(namespace), patch);
            }
        });
    }

    static Step create(Random random) {
        var namespace = any(NAMESPACES, random);
        var object = "{metadata: {annotations: {'linkerd.io/multus': %s}}}".formatted(any(ANNOTATIONS, random));
        return new Step("create namespace " + namespace + " " + object, world -> {
            if (world.api().get(World.path(namespace)).isEmpty()) {
                world.api().put(World.path(namespace), object);
            }
        });
    }

    private static Step delete(Random random) {
        var namespace = any(NAMESPACES, random);
        return new Step("delete namespace " + namespace, world -> {
            if (world.isAlive(namespace)) {
                world.api().delete(World.path(namespace), "{}");
            }
        });
    }

    static Step giveConfig(Random random) {
        var proxyUid = random.nextInt(100);
        return new Step(
                "ConfigMap " + proxyUid,
                world -> world.api().put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf(Configs.valid(proxyUid))));
    }

    private static Step spoilConfig(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Step("no ConfigMap", world -> world.remove(FakeCluster.CONFIG_MAP));
            case 1 ->
                new Step(
                        "broken ConfigMap",
                        world -> world.api()
                                .put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf("{\"linkerd\": nonsense}")));
            default ->
                new Step("ConfigMap without key", world -> world.api().put(FakeCluster.CONFIG_MAP, "{data: {a: 'b'}}"));
        };
    }

    private static Step owner(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Step("remove owner", world -> world.remove(FakeCluster.ROLE));
            case 1 ->
                new Step("another owner of its name", world -> {
                    world.remove(FakeCluster.ROLE);
                    world.api().put(FakeCluster.ROLE, "{}");
                });
            default -> new Step("put owner", world -> world.api().put(FakeCluster.ROLE, "{}"));
        };
    }
}
