// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.retry.Backoff;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import okhttp3.ResponseBody;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers a little of each object of a list, by namespace, and keeps it in step with the API server for as long as its thread runs.
 * What is known stays known while the API server is away.
 *
 * @param <V> what is remembered of each
 */
final class Follower<V> implements Runnable, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Follower.class);

    /** Where nothing is known yet, or nothing any more: a list has to come first. */
    private static final String BEGINNING = "";

    private final HeadList list;
    private final Function<ObjectHead, V> kept;
    private final Standing standing;
    private final Wakeups end = new Wakeups();
    private final AtomicReference<Optional<Map<String, V>>> known = new AtomicReference<>(Optional.empty());
    private final AtomicReference<String> position = new AtomicReference<>(BEGINNING);

    Follower(HeadList list, Function<ObjectHead, V> kept, Standing standing) {
        this.list = list;
        this.kept = kept;
        this.standing = standing;
    }

    /** {@return what is remembered of the object of a namespace} */
    Optional<V> get(String namespace) {
        return known.get().flatMap(all -> Optional.ofNullable(all.get(namespace)));
    }

    /** {@return of how many objects something is remembered} */
    int size() {
        return known.get().map(Map::size).orElse(0);
    }

    /** {@return whether all that there was has been read once} */
    boolean hasReadAll() {
        return known.get().isPresent();
    }

    Standing standing() {
        return standing;
    }

    double ageInSeconds() {
        return standing.age().toNanos() / 1e9;
    }

    @Override
    public void run() {
        int failures = 0;
        try {
            while (!end.isStopped()) {
                failures = survive() ? 0 : failures + 1;
                end.pause(Backoff.WATCH.after(failures + 1, ThreadLocalRandom.current()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.stop();
        list.close();
    }

    private boolean survive() {
        try {
            return follow();
        } catch (RuntimeException | Error bug) {
            // The edge of the loop: what has stopped following tells nothing, and looks like a quiet cluster.
            standing.lost(ApiFailure.Unreachable.because(bug));
            position.set(BEGINNING);
            return false;
        }
    }

    /** Reads all where that is needed, and then what changes until that ends; false where one of them could not begin. */
    private boolean follow() {
        var begin = position.get().isEmpty() ? readAll() : new ApiAnswer.Answered<>(position.get());
        var followed = switch (begin) {
            case ApiAnswer.Answered<String>(var version) -> list.watch(version, this::readChanges);
            case ApiAnswer.Failed<String>(var why) -> new ApiAnswer.Failed<Boolean>(why);
        };
        return switch (followed) {
            case ApiAnswer.Answered<Boolean> _ -> true;
            case ApiAnswer.Failed<Boolean>(ApiFailure.Refused(var status, var _))
            when status == HttpURLConnection.HTTP_GONE -> {
                position.set(BEGINNING);
                yield true;
            }
            case ApiAnswer.Failed<Boolean>(var why) -> {
                if (!end.isStopped()) {
                    standing.lost(why);
                }
                yield false;
            }
        };
    }

    /** {@return the version from which on changes have to be heard of} Nothing of it is known before it has been read to its end. */
    private ApiAnswer<String> readAll() {
        var all = new ConcurrentHashMap<String, V>();
        var page = BEGINNING;
        while (true) {
            switch (list.page(page, body -> HeadReader.page(body.byteStream(), head -> keep(head, all)))) {
                case ApiAnswer.Failed<HeadReader.PageEnd>(var why) -> {
                    return new ApiAnswer.Failed<>(why);
                }
                case ApiAnswer.Answered<HeadReader.PageEnd>(HeadReader.PageEnd(var version, var more)) -> {
                    if (more.isEmpty()) {
                        known.set(Optional.of(all));
                        position.set(version);
                        return new ApiAnswer.Answered<>(version);
                    }
                    page = more;
                }
            }
        }
    }

    /** Follows a watch that has begun to its end, which is in good order however it comes: where the next one cannot begin, that is told. */
    private boolean readChanges(ResponseBody body) {
        standing.inStep();
        try {
            var lines = body.source();
            for (var line = lines.readUtf8Line(); line != null && heed(line); line = lines.readUtf8Line()) {
                standing.heard();
            }
        } catch (IOException ended) {
            log.atDebug().addKeyValue("reason", ended.getMessage()).log("a watch ended, opening it again");
        } catch (MalformedJson halfALine) {
            log.atDebug().addKeyValue("reason", halfALine.reason()).log("a watch broke off, reading all again");
            position.set(BEGINNING);
        }
        return true;
    }

    /** Takes in what a watch tells; false where it cannot go on. */
    private boolean heed(String line) throws MalformedJson {
        var told = HeadReader.told(line);
        var all = known.get().orElseThrow();
        switch (told.type()) {
            case "ADDED", "MODIFIED" -> keep(told.object(), all);
            case "DELETED" -> all.remove(told.object().place());
            case "BOOKMARK" -> {}
            default -> {
                // An error, and nearly always that it began too far back.
                position.set(BEGINNING);
                return false;
            }
        }
        position.set(told.object().version());
        return true;
    }

    private void keep(ObjectHead head, Map<String, V> all) {
        all.put(head.place(), kept.apply(head));
    }
}
