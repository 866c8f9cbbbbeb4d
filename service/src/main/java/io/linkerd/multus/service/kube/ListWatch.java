// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the objects of a selection for as long as its thread runs: lists them page by page, watches from the version of the list, and goes
 * on from the last version that it heard of wherever a watch ends. It lists anew only where the API server does not know that version any more,
 * or where it told something that cannot be read.
 *
 * <p>Source of the contract: "Efficient detection of changes" in the API concepts of Kubernetes.
 */
public final class ListWatch<T> implements Runnable {
    /** In bytes; the API server takes no object that is larger than 3 MiB. */
    static final int LONGEST_EVENT = 4 << 20;

    static final int PAGE_SIZE = 250;

    private static final Logger log = LoggerFactory.getLogger(ListWatch.class);

    /** Where nothing is known yet, or nothing any more. */
    private static final String BEGINNING = "";

    private final WatchTransport api;
    private final Selection selection;
    private final ListReader<T> reader;
    private final Pace pace;
    private final WatchObserver<T> observer;
    private final RandomGenerator random;
    private String version = BEGINNING;

    /** Prepares; nothing is asked before it runs. */
    public ListWatch(
            WatchTransport api,
            Selection selection,
            ListReader<T> reader,
            Pace pace,
            WatchObserver<T> observer,
            RandomGenerator random) {
        this.api = api;
        this.selection = selection;
        this.reader = reader;
        this.pace = pace;
        this.observer = observer;
        this.random = random;
    }

    /** Follows until the thread is interrupted. */
    @Override
    public void run() {
        int tries = 0;
        try {
            while (true) {
                tries = survives() ? 1 : tries + 1;
                Thread.sleep(pace.backoff().after(tries, random));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The edge of the loop: what has stopped following tells nothing, and looks like a quiet cluster. */
    private boolean survives() {
        try {
            return follow();
        } catch (RuntimeException | Error bug) {
            log.atError()
                    .addKeyValue("path", selection.collection())
                    .setCause(bug)
                    .log("following failed in a way that it should not; beginning anew");
            version = BEGINNING;
            observer.lost(ApiFailure.Unreachable.because(bug));
            return false;
        }
    }

    /** Lists where that is needed, and watches until that ends; false where the next try should wait longer. */
    private boolean follow() {
        var followed = version.isEmpty() ? list() : new ApiAnswer.Answered<>(true);
        return switch (followed instanceof ApiAnswer.Answered<Boolean> ? watch() : followed) {
            case ApiAnswer.Answered<Boolean>(var readable) -> readable;
            case ApiAnswer.Failed<Boolean>(ApiFailure.Refused(var status, var _))
            when status == HttpURLConnection.HTTP_GONE -> {
                version = BEGINNING;
                yield true;
            }
            case ApiAnswer.Failed<Boolean>(var why) -> {
                if (!Thread.currentThread().isInterrupted()) {
                    observer.lost(why);
                }
                yield false;
            }
        };
    }

    /** Nothing of it is told before it has been read to its end. */
    private ApiAnswer<Boolean> list() {
        var all = new ArrayList<T>();
        var more = BEGINNING;
        while (true) {
            var path = selection.path("limit", Integer.toString(PAGE_SIZE))
                    + (more.isEmpty() ? "" : Selection.and("continue", more));
            var page = api.ask(
                    reader.list(path),
                    Deadline.in(pace.page(), System::nanoTime),
                    response -> reader.page(response.body(), all::add));
            switch (page) {
                case ApiAnswer.Failed<ListReader.PageEnd>(var why) -> {
                    return new ApiAnswer.Failed<>(why);
                }
                case ApiAnswer.Answered<ListReader.PageEnd>(var end)
                when end.more().isEmpty() -> {
                    observer.listed(all);
                    version = end.version();
                    return new ApiAnswer.Answered<>(true);
                }
                case ApiAnswer.Answered<ListReader.PageEnd>(var end) -> more = end.more();
            }
        }
    }

    private ApiAnswer<Boolean> watch() {
        var path = selection.path("watch", "true")
                + Selection.and("allowWatchBookmarks", "true")
                + Selection.and("timeoutSeconds", Long.toString(pace.seconds(random)))
                + Selection.and("resourceVersion", version);
        return api.watch(reader.watch(path), pace.silence(), response -> {
            observer.inStep();
            return hear(response);
        });
    }

    /** {@return whether all that was told could be read} */
    private boolean hear(ApiResponse response) {
        try (var lines = new EventLines(response.body())) {
            for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                if (!heed(reader.told(line.get()))) {
                    observer.ended("the API server cannot go on with it");
                    return true;
                }
                observer.heard();
            }
            observer.ended("in good order");
            return true;
        } catch (SocketTimeoutException _) {
            observer.ended("nothing came for " + pace.silence().toSeconds() + " s");
            return true;
        } catch (IOException broken) {
            observer.ended(ApiFailure.Unreachable.because(broken).reason());
            return true;
        } catch (MalformedJson unreadable) {
            // Going on from the same version could meet it for ever.
            version = BEGINNING;
            observer.ended(unreadable.reason());
            return false;
        }
    }

    /** Takes in what a watch tells; false where it cannot go on. */
    private boolean heed(ListReader.Told<T> told) {
        switch (told.type()) {
            case "ADDED", "MODIFIED" -> observer.put(told.object());
            case "DELETED" -> observer.removed(told.object());
            case "BOOKMARK" -> {}
            default -> {
                // An error, and nearly always that it began too far back.
                version = BEGINNING;
                return false;
            }
        }
        version = told.version();
        return true;
    }
}
