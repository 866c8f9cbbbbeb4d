// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the objects of a selection, watches them from the version of the list, and continues from the last version that it heard of wherever a
 * watch ends, for as long as its thread runs. It lists again only where the API server does not know that version any more, or sent what cannot
 * be read.
 *
 * <p>A list comes in one answer, which is read object by object, from the API server's cache: any version first, and one that is not older than
 * what was heard before from then on. It comes from etcd, which is far more work for the API server, only where the cache cannot give that.
 *
 * <p>Source of the contract: "Efficient detection of changes" and "Resource versions" in the API concepts of Kubernetes.
 */
public final class ListWatch<T> implements Runnable {
    /** In bytes; the API server takes no object that is larger than 3 MiB. */
    static final int LONGEST_EVENT = 4 << 20;

    /** A watch that tells nothing lives longer than this. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(ListWatch.class);

    /** In place of a version, where none is known yet, or none that a watch could continue from. */
    private static final String BEGINNING = "";

    private final StreamTransport api;
    private final Selection selection;
    private final ListReader<T> reader;
    private final Pace pace;
    private final WatchObserver<T> observer;
    private final RandomGenerator random;
    private String version = BEGINNING;
    /** The last version that was heard of; stays where {@link #version} is forgotten. */
    private String newest = BEGINNING;
    /** How often in a row it had to begin anew. */
    private int disorders;

    /** Prepares; nothing is asked before it runs. */
    public ListWatch(
            StreamTransport api,
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

    private boolean survives() {
        try {
            return follow();
        } catch (RuntimeException | Error bug) {
            return broken(bug);
        }
    }

    /** The edge of the loop: what has stopped following tells nothing, and looks like a quiet cluster. */
    private boolean broken(Throwable bug) {
        log.atError()
                .addKeyValue("path", selection.collection())
                .setCause(bug)
                .log("following failed in a way that it should not; beginning anew");
        version = BEGINNING;
        observer.lost(ApiFailure.Unreachable.because(bug));
        return false;
    }

    /**
     * Begins anew with a list. Once that is all in a day's work: a version is too old, or a line came through torn. What happens again before a
     * watch has told anything is a trouble that lasts.
     */
    private boolean startOver(String reason) {
        version = BEGINNING;
        disorders++;
        if (disorders == 1) {
            return true;
        }
        observer.lost(new ApiFailure.Unreachable(reason));
        return false;
    }

    /** Lists where that is needed, and watches until that ends; false where the next try should wait longer. */
    private boolean follow() {
        var begin = version.isEmpty() ? list() : new ApiAnswer.Answered<>(version);
        var followed = switch (begin) {
            case ApiAnswer.Answered<String>(var from) -> watch(from);
            case ApiAnswer.Failed<String>(var why) -> new ApiAnswer.Failed<Boolean>(why);
        };
        return switch (followed) {
            case ApiAnswer.Answered<Boolean>(var inOrder) -> inOrder;
            case ApiAnswer.Failed<Boolean>(ApiFailure.Refused(var status, var message, var _))
            when status == HttpURLConnection.HTTP_GONE -> startOver("the API server answers 410 " + message);
            case ApiAnswer.Failed<Boolean>(var why) -> {
                if (!Thread.currentThread().isInterrupted()) {
                    observer.lost(why);
                }
                yield false;
            }
        };
    }

    /** {@return the version for which the list is true} */
    private ApiAnswer<String> list() {
        var call = new ListCall<>(api, selection, reader, pace.list());
        observer.listing();
        // A replica of the API server may lag behind the one that answered before.
        var atLeast = newest.isEmpty() ? ListCall.ANY : newest;
        var listed = selection.isOne()
                ? call.read(observer::found)
                : call.readNotOlderThan(atLeast, observer::found, observer::listing);
        if (listed instanceof ApiAnswer.Answered<String>(var ofVersion)) {
            observer.listed(ofVersion);
        }
        return listed;
    }

    private ApiAnswer<Boolean> watch(String from) {
        heardOf(from);
        var path = selection.path(List.of(
                Selection.parameter("watch", "true"),
                Selection.parameter("allowWatchBookmarks", "true"),
                Selection.parameter("timeoutSeconds", Long.toString(pace.seconds(random))),
                Selection.parameter("resourceVersion", from)));
        return api.stream(reader.watch(path), StreamTransport.OPENING, pace.silence(), this::hear);
    }

    /** {@return whether the watch was one, and ended as watches do} */
    private boolean hear(ApiResponse response) {
        long begun = System.nanoTime();
        boolean heard = false;
        var lines = new EventLines(response.body());
        try {
            observer.inStep();
            for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                if (!heed(reader.told(line.get()))) {
                    observer.ended("the API server cannot go on with it");
                    return startOver("the API server tells an error in each watch");
                }
                disorders = 0;
                heard = true;
                observer.heard();
            }
            observer.ended("in good order");
            // What answers each watch at once with its end is no API server, or not in order.
            return heard || System.nanoTime() - begun >= SHORTEST.toNanos();
        } catch (SocketTimeoutException _) {
            observer.ended("nothing came for " + pace.silence().toSeconds() + " s");
            return true;
        } catch (IOException broken) {
            observer.ended(ApiFailure.Unreachable.because(broken).reason());
            return true;
        } catch (MalformedJson unreadable) {
            // Going on from the same version could meet it for ever.
            observer.ended(unreadable.reason());
            return startOver("its watches tell no events: " + unreadable.reason());
        } catch (RuntimeException bug) {
            observer.ended("by an error of ours");
            return broken(bug);
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
        heardOf(told.version());
        return true;
    }

    private void heardOf(String heard) {
        version = heard;
        newest = heard.isEmpty() ? newest : heard;
    }
}
