// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether our DaemonSet stands, normally before SIGTERM tells that something is up.
 *
 * <p>It lists and watches one object, by name: a DaemonSet that was deleted and made anew under the same name counts as standing,
 * since its installer takes this node over from the journal, and a pod that it adopts must not clean up at its next upgrade.
 * A watch that the server ends in good order, as it does a few times a minute, goes on from the last version that it told of. After
 * anything else, a version that is too old among it, it is begun anew with a list.
 */
public final class DaemonSetWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(DaemonSetWatch.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    /**
     * The server ends a watch after this and up to a quarter more, with a bookmark. It sends others about once a minute, which is too
     * seldom: a connection whose other end is gone would hide a deletion for as long, and SIGTERM comes seconds after that.
     */
    private static final int WATCH_SECONDS = 20;

    /** Longer than the longest watch, so that only a dead connection is ended from this side; found this soon at the latest. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final ApiClient api;
    private final String collection;
    private final String name;
    private final RandomGenerator random;
    private final AtomicReference<WatchKnowledge> knowledge = new AtomicReference<>(WatchKnowledge.NONE);

    DaemonSetWatch(ApiClient api, String namespace, String name, RandomGenerator random) {
        this.api = api;
        this.collection = "/apis/apps/v1/namespaces/" + namespace + "/daemonsets";
        this.name = name;
        this.random = random;
    }

    /** {@return what is known now} */
    public WatchKnowledge knowledge() {
        return knowledge.get();
    }

    /** Watches until the thread is interrupted. */
    @Override
    public void run() {
        var version = Optional.<String>empty();
        int tries = 0;
        while (!Thread.currentThread().isInterrupted()) {
            version = follow(version);
            tries = version.isPresent() ? 1 : tries + 1;
            try {
                Thread.sleep(BACKOFF.after(tries, random));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Asks once more, outside the watch. */
    public ApiAnswer<Sighting> lastLook(Duration deadline) {
        return switch (api.call(ApiCall.metadata(collection + "/" + name), deadline)) {
            case ApiAnswer.Answered(var daemonSet) -> new ApiAnswer.Answered<>(sightingIn(daemonSet));
            case ApiAnswer.Failed(var why) -> new ApiAnswer.Failed<>(why);
        };
    }

    private static Sighting sightingIn(JsonValue daemonSet) {
        return daemonSet.has("metadata", "deletionTimestamp")
                ? new Sighting.Leaving("it is being deleted")
                : new Sighting.Present(daemonSet.text("metadata", "uid").orElse("unknown"));
    }

    /** Follows from that version, or from a list, until the watch ends; {@return the version that the next can go on from} */
    private Optional<String> follow(Optional<String> last) {
        try {
            var begun = last.<ApiAnswer<String>>map(ApiAnswer.Answered::new).orElseGet(this::list);
            return switch (begun) {
                case ApiAnswer.Answered(var version) -> watch(version);
                case ApiAnswer.Failed(var why) -> failed(why);
            };
        } catch (RuntimeException e) {
            log.atError()
                    .setCause(e)
                    .log("the watch on our DaemonSet failed in a way that it should not; beginning anew");
            return ended(e.toString());
        }
    }

    private ApiAnswer<String> list() {
        return api.call(ApiCall.metadataList(collection + "?" + selector())).map(list -> {
            saw(list.items("items").stream()
                    .findFirst()
                    .map(DaemonSetWatch::sightingIn)
                    .orElseGet(() -> new Sighting.Leaving("it does not exist")));
            return list.text("metadata", "resourceVersion").orElse("0");
        });
    }

    private Optional<String> watch(String version) {
        int seconds = WATCH_SECONDS + random.nextInt(WATCH_SECONDS / 4);
        var path = collection + "?" + selector() + "&watch=true&allowWatchBookmarks=true&resourceVersion="
                + URLEncoder.encode(version, StandardCharsets.UTF_8) + "&timeoutSeconds=" + seconds;
        return switch (api.watch(ApiCall.metadata(path), SILENCE)) {
            case ApiAnswer.Answered(var events) -> read(events, version);
            case ApiAnswer.Failed(var why) -> failed(why);
        };
    }

    private Optional<String> read(WatchStream events, String begun) {
        try (events) {
            knowledge.updateAndGet(WatchKnowledge::up);
            log.atDebug().log("the watch on our DaemonSet is up");
            var version = begun;
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (!understood(event.get())) {
                    return ended("the server cannot go on with it");
                }
                version = event.get()
                        .text("object", "metadata", "resourceVersion")
                        .orElse(version);
            }
            ended("by the server");
            return Optional.of(version);
        } catch (IOException e) {
            return ended(String.valueOf(e.getMessage()));
        }
    }

    /** Whether the watch can go on after this event. */
    private boolean understood(JsonValue event) {
        return switch (event.text("type").orElse("")) {
            case "ADDED", "MODIFIED" -> {
                event.member("object").map(DaemonSetWatch::sightingIn).ifPresent(this::saw);
                yield true;
            }
            case "DELETED" -> {
                saw(new Sighting.Leaving("it was deleted"));
                yield true;
            }
            case "BOOKMARK" -> true;
            default -> false; // ERROR: the version is too old, or the server is in trouble; a new list tells
        };
    }

    private void saw(Sighting sighting) {
        var before = knowledge.getAndUpdate(known -> known.seen(sighting)).sighting();
        if (!before.equals(sighting)) {
            var level = sighting instanceof Sighting.Leaving ? log.atInfo() : log.atDebug();
            level.addKeyValue("daemonSet", name)
                    .addKeyValue("sighting", sighting)
                    .log("our DaemonSet changed");
        }
    }

    private Optional<String> failed(ApiFailure why) {
        var before = knowledge.getAndUpdate(known -> known.after(why));
        if (why instanceof ApiFailure.Unreachable || before.refusals() > 0) {
            log.atDebug().addKeyValue("reason", why.inWords()).log("no watch on our DaemonSet; trying again");
        } else {
            log.atWarn()
                    .addKeyValue("answer", why.inWords())
                    .log("the API server refuses the watch on our DaemonSet; trying again");
        }
        return Optional.empty();
    }

    private Optional<String> ended(String reason) {
        knowledge.updateAndGet(WatchKnowledge::down);
        log.atDebug().addKeyValue("reason", reason).log("the watch on our DaemonSet ended");
        return Optional.empty();
    }

    private String selector() {
        return "fieldSelector=" + URLEncoder.encode("metadata.name=" + name, StandardCharsets.UTF_8);
    }
}
