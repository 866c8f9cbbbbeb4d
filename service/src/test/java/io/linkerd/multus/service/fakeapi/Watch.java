// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One open watch: tells every change of what was selected, in order, until its time is over or a test ends it. */
final class Watch {
    /** What a test wants of it. */
    enum Wish {
        GO_ON,
        BOOKMARK,
        /** Say nothing any more, whatever else is wanted, and stay open, also when the time is over: nobody is there to end it. */
        BE_SILENT,
        END,
        /** Say that the version that it has come to is too old, and end. */
        EXPIRE,
        /** End the connection in the middle of a line. */
        BREAK_OFF
    }

    private final Store store;
    private final Target list;
    private final Predicate<JsonNode> selected;
    private final Representation form;
    private final boolean bookmarks;
    private final long deadline;
    private long seen;
    private Wish wish = Wish.GO_ON;
    private boolean silent;

    /** Begins where the request says: after a version, or with everything that there is. */
    Watch(Store store, Target list, Request request, Duration longest) {
        this.store = store;
        this.list = list;
        this.selected =
                Selector.of(list.kind(), request.parameter("fieldSelector"), request.parameter("labelSelector"));
        this.form = Representation.asked(request);
        this.bookmarks = request.isSet("allowWatchBookmarks");
        var seconds = request.parameter("timeoutSeconds");
        var asked = seconds.isEmpty() ? longest : Duration.ofSeconds(Long.parseLong(seconds));
        this.deadline = System.nanoTime() + (asked.compareTo(longest) < 0 ? asked : longest).toNanos();
        var version = request.parameter("resourceVersion");
        this.seen = version.isEmpty() ? 0 : Long.parseLong(version);
    }

    /** Whether it begins with a version of which nothing is known any more. */
    boolean isGone() {
        return seen != 0 && seen < store.oldest();
    }

    /** An end that was wished for stays wished for. */
    void wish(Wish now) {
        synchronized (store) {
            if (now == Wish.BE_SILENT) {
                silent = true;
            } else if (wish == Wish.GO_ON || wish == Wish.BOOKMARK) {
                wish = now;
            }
            store.notifyAll();
        }
    }

    /** Tells until the end. */
    void run(OutputStream out) throws IOException, InterruptedException {
        out.flush();
        if (isGone()) {
            write(out, List.of(tooOld()));
            return;
        }
        write(out, beginning());
        for (var goesOn = true; goesOn; ) {
            List<ObjectNode> news;
            Wish now;
            synchronized (store) {
                news = awaitNews();
                now = wish;
                wish = wish == Wish.BOOKMARK ? Wish.GO_ON : wish;
            }
            if (now == Wish.BREAK_OFF) {
                out.write("{\"type\":\"MODIFIED\",\"object\":{\"ki".getBytes(StandardCharsets.UTF_8));
                out.flush();
                throw new IOException("broken off by the test");
            }
            write(out, news);
            if (now == Wish.EXPIRE) {
                write(out, List.of(tooOld()));
                return;
            }
            goesOn = now != Wish.END && (isSilent() || System.nanoTime() - deadline < 0);
            if (bookmarks && !isSilent() && (now == Wish.BOOKMARK || !goesOn)) {
                write(out, List.of(bookmark()));
            }
        }
    }

    private boolean isSilent() {
        synchronized (store) {
            return silent;
        }
    }

    private List<ObjectNode> beginning() {
        synchronized (store) {
            if (seen != 0) {
                return List.of();
            }
            seen = store.version();
            return store.list(list).stream()
                    .filter(selected)
                    .map(object -> event("ADDED", form.of(object)))
                    .toList();
        }
    }

    /** Waits until there is something to tell or to do. */
    private List<ObjectNode> awaitNews() throws InterruptedException {
        while (true) {
            var news = silent ? List.<ObjectNode>of() : news();
            var left = (deadline - System.nanoTime()) / 1_000_000;
            if (!news.isEmpty() || (left <= 0 && !silent) || wish != Wish.GO_ON) {
                return news;
            }
            store.wait(silent ? 0 : left);
        }
    }

    private List<ObjectNode> news() {
        var changes = store.changesAfter(seen);
        seen = Math.max(seen, store.version());
        return changes.stream()
                .filter(change -> list.holds(change.target()))
                .map(this::told)
                .flatMap(Optional::stream)
                .toList();
    }

    /** As those see it who see only what is selected: what is not any more, is deleted. */
    private Optional<ObjectNode> told(Store.Change change) {
        var was = change.before().filter(selected);
        var is = change.after().filter(selected);
        return is.map(object -> event(was.isPresent() ? "MODIFIED" : "ADDED", form.of(object)))
                .or(() -> was.map(object -> event("DELETED", form.of(object))));
    }

    private ObjectNode bookmark() {
        var object = Json.object()
                .put("kind", list.kind().name())
                .put("apiVersion", list.kind().apiVersion());
        object.withObject("/metadata").put("resourceVersion", Long.toString(seen));
        return event("BOOKMARK", form.of(object));
    }

    private static ObjectNode tooOld() {
        return event(
                "ERROR", Refusal.of(410, "too old resource version").answer().body());
    }

    private static ObjectNode event(String type, JsonNode object) {
        return Json.object().put("type", type).set("object", object);
    }

    private static void write(OutputStream out, List<ObjectNode> events) throws IOException {
        for (var event : events) {
            out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
    }
}
