// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.retry.Backoff;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether our DaemonSet stands, normally before SIGTERM tells that something is up.
 *
 * <p>It lists and watches one object, by name: a DaemonSet that was deleted and made anew under the same name counts as standing,
 * since its installer takes this node over from the journal, and a pod that it adopts must not clean up at its next upgrade.
 * A watch that ends, for whatever reason, is begun anew with a list.
 */
public final class DaemonSetWatch implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonSetWatch.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(500);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

    /** The server ends a watch after this and up to a quarter more; bookmarks come about once a minute before. */
    private static final int WATCH_SECONDS = 240;

    /** Longer than the longest watch, so that only a dead connection is ended from this side. */
    private static final Duration SILENCE = Duration.ofSeconds(WATCH_SECONDS + WATCH_SECONDS / 4 + 30);

    private final ApiServer api;
    private final String collection;
    private final String name;
    private final RandomGenerator random;
    private final AtomicReference<WatchKnowledge> knowledge = new AtomicReference<>(WatchKnowledge.NONE);

    public DaemonSetWatch(ApiServer api, String namespace, String name, RandomGenerator random) {
        this.api = api;
        this.collection = "/apis/apps/v1/namespaces/" + namespace + "/daemonsets";
        this.name = name;
        this.random = random;
    }

    /** What is known now. */
    public WatchKnowledge knowledge() {
        return knowledge.get();
    }

    /** Watches until the thread is interrupted. */
    @Override
    public void run() {
        var backoff = new Backoff(FIRST_RETRY, LONGEST_RETRY, random);
        while (!Thread.currentThread().isInterrupted()) {
            if (listAndFollow()) {
                backoff.reset();
            }
            try {
                Thread.sleep(backoff.next());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Asks once more, outside the watch. */
    public ApiAnswer lastLook(Duration deadline) {
        return api.call(ApiCall.metadata(collection + "/" + name), deadline);
    }

    /** What an answer to {@link #lastLook} shows. */
    public static Sighting sightingIn(JsonValue daemonSet) {
        return daemonSet.has("metadata", "deletionTimestamp")
                ? new Sighting.Leaving("it is being deleted")
                : new Sighting.Standing(daemonSet.text("metadata", "uid").orElse("unknown"));
    }

    /** Whether the watch was up for a while. */
    private boolean listAndFollow() {
        try {
            return switch (api.call(ApiCall.metadataList(collection + "?" + selector()))) {
                case ApiAnswer.Answered(var list) -> {
                    saw(list.items("items").stream()
                            .findFirst()
                            .map(DaemonSetWatch::sightingIn)
                            .orElseGet(() -> new Sighting.Leaving("it does not exist")));
                    follow(list.text("metadata", "resourceVersion").orElse("0"));
                    yield true;
                }
                case ApiAnswer.Refused refused -> refused(refused);
                case ApiAnswer.Unreachable(var reason) -> ended(reason);
            };
        } catch (WatchRefused e) {
            return refused(e.refusal());
        } catch (IOException e) {
            return ended(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.atError()
                    .setCause(e)
                    .log("the watch on our DaemonSet failed in a way that it should not; beginning anew");
            return ended(e.toString());
        }
    }

    private void follow(String resourceVersion) throws IOException, WatchRefused {
        int seconds = WATCH_SECONDS + random.nextInt(WATCH_SECONDS / 4);
        var path = collection + "?" + selector() + "&watch=true&allowWatchBookmarks=true&resourceVersion="
                + URLEncoder.encode(resourceVersion, StandardCharsets.UTF_8) + "&timeoutSeconds=" + seconds;
        try (var events = api.watch(ApiCall.metadata(path), SILENCE)) {
            knowledge.updateAndGet(WatchKnowledge::up);
            LOG.atDebug().addKeyValue("seconds", seconds).log("the watch on our DaemonSet is up");
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (!understood(event.get())) {
                    break;
                }
            }
        } finally {
            knowledge.updateAndGet(WatchKnowledge::down);
            LOG.atDebug().log("the watch on our DaemonSet is over");
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
            var level = sighting instanceof Sighting.Leaving ? LOG.atInfo() : LOG.atDebug();
            level.addKeyValue("daemonSet", name)
                    .addKeyValue("sighting", sighting)
                    .log("our DaemonSet changed");
        }
    }

    private boolean refused(ApiAnswer.Refused refusal) {
        var before = knowledge.getAndUpdate(known -> known.refusedWith(refusal.status()));
        if (!before.refused()) {
            LOG.atWarn()
                    .addKeyValue("answer", refusal)
                    .log("the API server refuses the watch on our DaemonSet; trying again");
        }
        return false;
    }

    private boolean ended(String reason) {
        knowledge.updateAndGet(WatchKnowledge::down);
        LOG.atDebug().addKeyValue("reason", reason).log("the watch on our DaemonSet ended; beginning anew");
        return false;
    }

    private String selector() {
        return "fieldSelector=" + URLEncoder.encode("metadata.name=" + name, StandardCharsets.UTF_8);
    }
}
