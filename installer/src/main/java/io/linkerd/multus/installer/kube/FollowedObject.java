// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.ValueReader;
import io.linkerd.multus.service.kube.WatchObserver;
import io.linkerd.multus.service.kube.WatchTransport;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows one object of the cluster, by its name, for as long as its thread runs. */
public final class FollowedObject implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(FollowedObject.class);

    private final ListWatch<JsonValue> watch;
    private final Runnable changed;
    private final AtomicReference<Seen> seen = new AtomicReference<>(new Seen.Unasked());
    private final AtomicReference<Optional<String>> obstacle = new AtomicReference<>(Optional.empty());

    /**
     * Prepares; nothing is asked before it runs.
     *
     * @param collection path of all objects of that kind and namespace
     * @param changed told after each change of what is {@link #seen}
     */
    public FollowedObject(
            WatchTransport api, String collection, String name, Runnable changed, RandomGenerator random) {
        var selection = Selection.named(collection, name);
        this.watch = new ListWatch<>(api, selection, new ValueReader(), Pace.USUAL, new Changes(), random);
        this.changed = changed;
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

    /** Follows until the thread is interrupted. */
    @Override
    public void run() {
        watch.run();
    }

    private final class Changes implements WatchObserver<JsonValue> {
        private Seen found = new Seen.Absent();

        @Override
        public void listing() {
            found = new Seen.Absent();
        }

        @Override
        public void found(JsonValue object) {
            found = new Seen.Present(object);
        }

        @Override
        public void listed(String version) {
            saw(found);
        }

        @Override
        public void put(JsonValue object) {
            saw(new Seen.Present(object));
        }

        @Override
        public void removed(JsonValue object) {
            saw(new Seen.Absent());
        }

        @Override
        public void inStep() {
            if (obstacle.getAndSet(Optional.empty()).isPresent()) {
                changed.run();
            }
        }

        /** What was seen before still counts. */
        @Override
        public void lost(ApiFailure why) {
            log.atDebug().addKeyValue("reason", why.inWords()).log("no watch; trying again");
            var unseen = new Seen.Nothing(why.inWords());
            seen.updateAndGet(before -> switch (before) {
                case Seen.Unasked _, Seen.Nothing _ -> unseen;
                case Seen.Absent _, Seen.Present _ -> before;
            });
            obstacle.set(Optional.of(why.inWords()));
            changed.run();
        }

        private void saw(Seen now) {
            seen.set(now);
            changed.run();
        }
    }
}
