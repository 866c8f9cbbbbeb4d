// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** One history: all that happens follows from its seed, but for the moments at which the controller does its work. */
final class History {
    /**
     * A lease that nobody gave back is taken after 15 s, watches come back within 7 s, and an attachment that had to go is looked at after
     * half the time that it has been leaving; but where a look at all pods takes long, as on a busy machine, the next is twenty times as
     * long after it.
     */
    private static final Duration IN_THE_END = Duration.ofMinutes(3);

    private static final int LONGEST = 20;
    /** Work that was under way may still be written in the first looks. */
    private static final int LOOKS = 8;

    private final Choices choices;
    private final List<Step> before = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    History(long seed) {
        var random = new Random(seed);
        // The first numbers of seeds that follow each other are alike.
        random.nextLong();
        choices = Choices.of(random);
        IntStream.range(0, 6).forEach(_ -> before.add(Wishes.create(random)));
        if (random.nextInt(4) != 0) {
            before.add(Wishes.giveConfig(random));
        }
        IntStream.range(0, random.nextInt(4)).forEach(_ -> before.add(Objects.plant(random)));
        IntStream.range(0, random.nextInt(3)).forEach(_ -> before.add(Objects.plantBinding(random)));
        IntStream.range(0, random.nextInt(LONGEST)).forEach(_ -> steps.add(next(random)));
        if (random.nextInt(4) != 0) {
            steps.add(Wishes.giveConfig(random));
        }
        IntStream.range(0, random.nextInt(LONGEST)).forEach(_ -> steps.add(nextForOne(random)));
    }

    private static Step next(Random random) {
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> Wishes.next(random);
            case 4, 5, 6 -> Objects.next(random);
            case 7, 8 -> Pods.next(random);
            case 9, 10, 11 -> Mishaps.next(random);
            case 12 -> Lives.next(random);
            default -> new Step("wait for a change", World::awaitAChange);
        };
    }

    /** None has everything looked at, by which that would be mended which somebody has forgotten. */
    private static Step nextForOne(Random random) {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> Wishes.nextForOne(random);
            case 3, 4, 5, 6 -> Objects.next(random);
            case 7, 8 -> Pods.next(random);
            case 9, 10, 11 -> Mishaps.next(random);
            default -> new Step("wait for a change", World::awaitAChange);
        };
    }

    /** Lets it happen. */
    void run() {
        try (var world = new World(choices)) {
            before.forEach(step -> step.action().accept(world));
            world.replicas().start(Lives.FIRST);
            steps.forEach(step -> step.action().accept(world));
            end(world);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(this + "\nfailed: " + e.getMessage(), e);
        }
    }

    private static void end(World world) {
        Mishaps.end(world);
        Lives.giveBack(world);
        world.replicas().start(Lives.FIRST);
        if (world.api().get(FakeCluster.ROLE).isEmpty()) {
            world.api().put(FakeCluster.ROLE, "{}");
        }
        world.collectGarbage();
        // A cluster that was right without anybody's doing may not be so any more once somebody begins.
        world.replicas().awaitALeader();
        world.awaitEndState(IN_THE_END);
        listAgain(world);
        world.awaitEndState(IN_THE_END);
        lookAgain(world);
        world.awaitEndState(Duration.ZERO);
        assertThat(world.wrongRemovals())
                .as("removed while pods referred to it")
                .isEmpty();
    }

    /** Whoever lists everything again finds nothing to do. */
    private static void listAgain(World world) {
        world.api().forgetRequests();
        world.api().compact();
        world.api().watches().end();
        await("lists and watches again")
                .atMost(IN_THE_END)
                .until(() ->
                        List.of(FakeCluster.NADS, "/api/v1/namespaces", FakeCluster.ROLE.replaceAll("/[^/]*$", ""))
                                .stream()
                                .allMatch(path ->
                                        !world.api().requests("WATCH " + path).isEmpty()));
    }

    /** A new owner's label has everything looked at, as happens every five minutes; two looks in a row write nothing. */
    private static void lookAgain(World world) {
        var silent = 0;
        for (var look = 1; silent < 2; look++) {
            world.api().forgetRequests();
            world.replicas().lookAtAll(look);
            var writes = world.writes();
            silent = writes.isEmpty() ? silent + 1 : 0;
            if (look > LOOKS && silent == 0) {
                throw new AssertionError("writes again and again: " + writes);
            }
        }
    }

    @Override
    public String toString() {
        return choices + "\nbefore: " + before + "\nsteps: " + steps;
    }
}
