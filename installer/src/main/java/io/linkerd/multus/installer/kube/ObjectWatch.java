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

/** Follows one object of the cluster, by its name. A watch that has ended, in whatever way, is begun anew with a list. */
public final class ObjectWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ObjectWatch.class);

    /** The server ends a watch after this; a list of one object every few minutes is nothing to it. */
    private static final int WATCH_SECONDS = 240;

    /** Longer than the longest watch, so that only a dead connection is ended from this side. */
    private static final Duration SILENCE = Duration.ofSeconds(WATCH_SECONDS + 60);

    private final ApiClient api;
    private final String collection;
    private final String name;
    private final Runnable changed;
    private final RandomGenerator random;
    private final AtomicReference<Seen> seen = new AtomicReference<>(new Seen.Unasked());
    private final AtomicReference<Optional<String>> obstacle = new AtomicReference<>(Optional.empty());

    /**
     * A watch that has not begun.
     *
     * @param collection path of all objects of that kind and namespace
     * @param changed told after each change of what is {@link #seen}
     */
    public ObjectWatch(ApiClient api, String collection, String name, Runnable changed, RandomGenerator random) {
        this.api = api;
        this.collection = collection;
        this.name = name;
        this.changed = changed;
        this.random = random;
    }

    /** What is known of the object. */
    public sealed interface Seen {
        /** Nothing yet. */
        record Unasked() implements Seen {}

        /** Nothing, for this reason. */
        record Nothing(String reason) implements Seen {}

        /** It does not exist. */
        record Absent() implements Seen {}

        /** It is like this. */
        record Present(JsonValue object) implements Seen {}
    }

    /** {@return what was seen last} */
    public Seen seen() {
        return seen.get();
    }

    /** {@return why changes would not be seen now, if they would not} What was seen before may be long ago then. */
    public Optional<String> obstacle() {
        return obstacle.get();
    }

    /** Watches until the thread is interrupted. */
    @Override
    public void run() {
        int failures = 0;
        try {
            while (true) {
                failures = isFollowed() ? 1 : failures + 1;
                Thread.sleep(Backoff.WATCH.after(failures, random));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** What nobody has foreseen must not end it in silence. */
    private boolean isFollowed() {
        try {
            return follow();
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a watch broke; trying again");
            failed(ApiFailure.Unreachable.because(e));
            return false;
        }
    }

    /** Whether a watch had begun before it ended. */
    private boolean follow() {
        var list = api.call(ApiCall.get(collection + "?" + selector()));
        if (list instanceof ApiAnswer.Answered<JsonValue>(var found)) {
            found.items("items").stream()
                    .findFirst()
                    .ifPresentOrElse(object -> saw(new Seen.Present(object)), () -> saw(new Seen.Absent()));
            return watch(found.text("metadata", "resourceVersion").orElse("0"));
        }
        failed(((ApiAnswer.Failed<JsonValue>) list).why());
        return false;
    }

    private boolean watch(String version) {
        var path = collection + "?" + selector() + "&watch=true&resourceVersion="
                + URLEncoder.encode(version, StandardCharsets.UTF_8) + "&timeoutSeconds=" + WATCH_SECONDS;
        return switch (api.watch(ApiCall.get(path), SILENCE)) {
            case ApiAnswer.Answered(var events) -> {
                if (obstacle.getAndSet(Optional.empty()).isPresent()) {
                    changed.run();
                }
                read(events);
                yield true;
            }
            case ApiAnswer.Failed(var why) -> {
                failed(why);
                yield false;
            }
        };
    }

    private void read(WatchStream events) {
        try (events) {
            var event = events.next();
            while (event.isPresent() && understood(event.get())) {
                event = events.next();
            }
        } catch (IOException e) {
            log.atDebug().addKeyValue("reason", e.getMessage()).log("a watch ended");
        }
    }

    /** Whether the watch can go on after this event. */
    private boolean understood(JsonValue event) {
        switch (event.text("type").orElse("")) {
            case "ADDED", "MODIFIED" -> event.member("object").ifPresent(object -> saw(new Seen.Present(object)));
            case "DELETED" -> saw(new Seen.Absent());
            default -> {
                return false; // the version is too old, or the server is in trouble; a new list tells
            }
        }
        return true;
    }

    private void saw(Seen now) {
        seen.set(now);
        changed.run();
    }

    /** What was seen before still counts. */
    private void failed(ApiFailure why) {
        log.atDebug().addKeyValue("reason", why.inWords()).log("no watch; trying again");
        var unseen = new Seen.Nothing(why.inWords());
        seen.updateAndGet(before -> switch (before) {
            case Seen.Unasked _, Seen.Nothing _ -> unseen;
            case Seen.Absent _, Seen.Present _ -> before;
        });
        obstacle.set(Optional.of(why.inWords()));
        changed.run();
    }

    private String selector() {
        return "fieldSelector=" + URLEncoder.encode("metadata.name=" + name, StandardCharsets.UTF_8);
    }
}
