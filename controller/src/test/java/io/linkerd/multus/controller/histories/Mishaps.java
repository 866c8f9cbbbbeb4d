// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What goes wrong between the controller and the API server. */
final class Mishaps {
    /** Evictions are left out: after a refusal a pod waits for a minute. */
    private static final List<String> REQUESTS = List.of(
            "PATCH",
            "PATCH /apis/k8s.cni.cncf.io",
            "PATCH /apis/k8s.cni.cncf.io",
            "PATCH /apis/rbac",
            "DELETE",
            "DELETE /apis/k8s.cni.cncf.io",
            "GET",
            "GET /api/v1/namespaces",
            "GET /api/v1/pods",
            "GET " + FakeCluster.NADS,
            "WATCH",
            "WATCH " + FakeCluster.NADS,
            "WATCH /api/v1/namespaces",
            "GET " + FakeCluster.LEASE,
            "PUT " + FakeCluster.LEASE);

    private static final List<Failure> FAILURES = List.of(
            Failure.status(409),
            Failure.status(409),
            Failure.status(403),
            Failure.status(404),
            Failure.status(410),
            Failure.status(500),
            Failure.status(503),
            Failure.tooManyRequests(Duration.ofSeconds(1)),
            new Failure.HangUp());

    private static final List<Step> TO_WATCHES = List.of(
            new Step("watches end", world -> world.api().watches().end()),
            new Step("watches break off", world -> world.api().watches().breakOff()),
            new Step("watches expire", world -> world.api().watches().expire()),
            new Step("bookmark", world -> world.api().watches().bookmark()),
            new Step("compact", world -> world.api().compact()),
            new Step("compact, watches end", world -> endOfHistory(world, false)),
            new Step("compact, watches end, 410 at once", world -> endOfHistory(world, true)),
            new Step("connections refused", world -> world.api().refuseConnections()),
            new Step("connections taken", world -> world.api().acceptConnections()),
            new Step("healed", world -> world.api().heal()));

    private Mishaps() {}

    static Step next(Random random) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> Wishes.any(TO_WATCHES, random);
            case 3 -> lost(random);
            case 4, 5 -> unwatched(random);
            case 6 -> fail(Wishes.any(List.of("PATCH", "DELETE"), random), new Failure.Hang(), 1);
            default -> fail(Wishes.any(REQUESTS, random), Wishes.any(FAILURES, random), 1 + random.nextInt(4));
        };
    }

    /** Only a new list tells of it, and of what went only by not having it. */
    private static Step unwatched(Random random) {
        var meanwhile = Objects.next(random);
        return new Step("while nobody watches: " + meanwhile, world -> {
            world.api().refuseConnections();
            world.api().watches().breakOff();
            meanwhile.action().accept(world);
            world.api().compact();
            world.api().acceptConnections();
        });
    }

    private static Step lost(Random random) {
        return fail(Wishes.any(List.of("PATCH", "DELETE", "PUT", "POST"), random), new Failure.LostAnswer(), 1);
    }

    private static Step fail(String requests, Failure failure, int times) {
        return new Step(
                times + " × " + requests + " fails: " + failure,
                world -> world.api().fail(requests, failure, times));
    }

    private static void endOfHistory(World world, boolean atOnce) {
        world.api().watches().refuseTooOld(atOnce);
        world.api().compact();
        world.api().watches().end();
    }

    /** Everything works again; what was lost stays lost. */
    static void end(World world) {
        world.api().watches().refuseTooOld(false);
        world.api().heal();
        world.api().acceptConnections();
    }
}
