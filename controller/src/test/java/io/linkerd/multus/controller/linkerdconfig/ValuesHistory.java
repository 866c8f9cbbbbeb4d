// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.ValuesWriters.Writer;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One history: all of it follows from its seed. */
final class ValuesHistory {
    private static final int LONGEST = 40;
    private static final int MOST_EFFECTS = 8;
    private static final String TEXT_OF_OTHER = "logLevel: of-another-controller";
    private static final Map<String, Integer> TALLY = new ConcurrentHashMap<>();

    private static final List<Duration> TIMES =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(25));

    private static final List<String> REQUESTS = List.of(
            "PATCH /api/v1/namespaces/linkerd/configmaps",
            "PATCH /api/v1/namespaces/linkerd/configmaps",
            "GET /api/v1/namespaces/linkerd/configmaps",
            "GET /apis/config.linkerd.io/v1alpha1/linkerdconfigs/",
            "PATCH /apis/config.linkerd.io",
            "PATCH /api/v1/namespaces/default/events");

    private static final List<Failure> FAILURES = List.of(
            Failure.status(409),
            Failure.status(403),
            Failure.status(422),
            Failure.status(500),
            Failure.status(503),
            new Failure.HangUp(),
            new Failure.LostAnswer(),
            new Failure.LostAnswer());

    private record Step(String words, Consumer<ValuesWorld> action) {
        @Override
        public String toString() {
            return words;
        }
    }

    private final Random random;
    private final Writer owner;
    private final List<Step> steps = new ArrayList<>();
    private boolean fights;

    ValuesHistory(long seed) {
        random = new Random(seed);
        // The first numbers of seeds that follow each other are alike.
        random.nextLong();
        owner = ValuesDocuments.any(List.of(Writer.HELM_3, Writer.HELM_4, Writer.ARGO_CD), random);
        steps.add(upgrade());
        steps.add(ask("a", random.nextInt(4) != 0));
        IntStream.range(0, random.nextInt(LONGEST)).forEach(_ -> steps.add(next()));
    }

    /** {@return what happened in all of them} */
    static Map<String, Integer> tally() {
        return new TreeMap<>(TALLY);
    }

    private static void count(String what, int times) {
        TALLY.merge(what, times, Integer::sum);
    }

    private Step next() {
        return switch (random.nextInt(16)) {
            case 0, 1 -> upgrade();
            case 2 -> edit();
            case 3 -> ask(random.nextInt(4) == 0 ? "b" : "a", random.nextInt(4) != 0);
            case 4 -> new Step("no LinkerdConfig a", world -> world.api().remove(ValuesWorld.config("a")));
            case 5, 6 -> pass(ValuesDocuments.any(TIMES, random));
            case 7, 8 -> moment("the leader ends", _ -> false);
            case 9 -> {
                var between = random.nextBoolean() ? upgrade() : edit();
                yield moment(between.words(), world -> {
                    between.action().accept(world);
                    return true;
                });
            }
            case 10, 11 -> fail();
            case 12 -> new Step("another controller fights", _ -> fights = true);
            case 13 -> new Step("another controller stops", _ -> fights = false);
            default -> new Step("look", ValuesWorld::look);
        };
    }

    private interface During {
        boolean lives(ValuesWorld world);
    }

    private Step moment(String words, During during) {
        int effect = random.nextInt(MOST_EFFECTS);
        return new Step(words + " before effect " + effect, world -> {
            count(words.startsWith("the leader") ? "leaders that ended" : "writes amid a look", 1);
            IntStream.range(0, effect).forEach(_ -> world.before(() -> true));
            world.before(() -> during.lives(world));
            world.look();
        });
    }

    private Step upgrade() {
        var text = ValuesDocuments.rendered(random);
        return new Step(owner + " upgrades", world -> {
            count(world.write(owner, text) ? "upgrades" : "upgrades that met a person's field", 1);
        });
    }

    private Step edit() {
        long chance = random.nextLong();
        if (random.nextInt(8) == 0) {
            return new Step("no ConfigMap", ValuesWorld::remove);
        }
        return new Step(
                "a person edits",
                world -> world.text()
                        .ifPresent(
                                text -> world.write(Writer.PERSON, ValuesDocuments.edited(text, new Random(chance)))));
    }

    private Step ask(String name, boolean enforces) {
        var spec = "{spec: " + ValuesDocuments.spec(random, ValuesWorld.NAMESPACE, enforces) + "}";
        return new Step(
                "LinkerdConfig " + name + " " + spec, world -> world.api().put(ValuesWorld.config(name), spec));
    }

    private static Step pass(Duration time) {
        return new Step(time + " passes", world -> {
            world.pass(time);
            boolean agree = world.configs().stream()
                    .anyMatch(config -> config.at("/status/conditions")
                            .valueStream()
                            .anyMatch(
                                    condition -> condition.path("type").asText().equals("Enforced")
                                            && condition.path("status").asText().equals("True")));
            if (agree && time.toHours() >= 24) {
                world.ledger().anew();
            }
        });
    }

    private Step fail() {
        var requests = ValuesDocuments.any(REQUESTS, random);
        var failure = ValuesDocuments.any(FAILURES, random);
        int times = 1 + random.nextInt(3);
        return new Step(requests + " fails for " + times + " looks: " + failure, world -> {
            world.clearMoments();
            world.api().fail(requests, failure);
            IntStream.range(0, times).forEach(_ -> world.look());
            world.api().heal();
        });
    }

    /** The other controller has its own value put back at once, whoever changed it. */
    private void fight(ValuesWorld world) {
        if (fights) {
            world.text()
                    .filter(text -> !text.contains(TEXT_OF_OTHER))
                    .ifPresent(text -> world.write(
                            Writer.OTHER_CONTROLLER,
                            text.replaceFirst("(?m)(proxy:\\n(?:  .*\\n)*?  )logLevel: .*$", "$1" + TEXT_OF_OTHER)));
        }
    }

    /** Lets it happen. */
    void run() {
        try (var world = new ValuesWorld(random)) {
            for (var step : steps) {
                step.action().accept(world);
                fight(world);
                if (random.nextBoolean()) {
                    world.look();
                    fight(world);
                }
            }
            world.clearMoments();
            world.api().heal();
            new ValuesEnd(world, owner, random).reach(() -> fight(world), () -> fights = false);
            count("writes of the controller", world.ledger().allWrites());
            count("of them taken back", world.ledger().takenBack());
        } catch (RuntimeException | Error e) {
            throw new AssertionError(this + "\nfailed: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "owner: " + owner + "\nsteps: " + steps;
    }
}
