// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SyncObserver;
import io.linkerd.multus.service.kube.ValueReader;
import io.linkerd.multus.service.kube.WatchTransport;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows one ConfigMap for as long as its thread runs. What was seen before still counts while the API server is away. */
final class ConfigMapWatch implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ConfigMapWatch.class);

    private final String name;
    private final Runnable changed;
    private final ObjectCache<JsonValue, JsonValue> cache;
    private final ListWatch<JsonValue> watch;
    private final AtomicReference<Optional<String>> obstacle = new AtomicReference<>(Optional.empty());
    private volatile boolean listed;

    /**
     * Prepares; nothing is asked before it runs.
     *
     * @param changed told after each change of what is {@link #seen} or of the {@link #obstacle}
     */
    ConfigMapWatch(WatchTransport api, String namespace, String name, Runnable changed, RandomGenerator random) {
        this.name = name;
        this.changed = changed;
        var news = new News();
        this.cache = new ObjectCache<>(
                object -> new ObjectCache.Entry<>(
                        name, object.text("metadata", "resourceVersion").orElse(""), object),
                news,
                news);
        var selection = Selection.named(ApiPath.core("namespaces", namespace, "configmaps"), name);
        this.watch = new ListWatch<>(api, selection, new ValueReader(), Pace.USUAL, cache, random);
    }

    /** {@return what was seen last; empty until the API server was asked} */
    Optional<Lookup<JsonValue>> seen() {
        return listed
                ? Optional.of(Lookup.of(cache.get(name)))
                : obstacle.get().map(reason -> new Lookup.Unknown<>(reason, true));
    }

    /** {@return why changes would not be seen now, if they would not} What was seen before may be long ago then. */
    Optional<String> obstacle() {
        return obstacle.get();
    }

    /** Follows until the thread is interrupted. */
    @Override
    public void run() {
        watch.run();
    }

    private final class News implements ObjectCache.Listener<JsonValue>, SyncObserver {
        @Override
        public void changed(JsonValue configMap) {
            changed.run();
        }

        @Override
        public void listed(String version) {
            listed = true;
            changed.run();
        }

        @Override
        public void inStep() {
            if (obstacle.getAndSet(Optional.empty()).isPresent()) {
                changed.run();
            }
        }

        @Override
        public void lost(ApiFailure why) {
            log.atDebug().addKeyValue("reason", why.inWords()).log("no watch; trying again");
            obstacle.set(Optional.of(why.inWords()));
            changed.run();
        }
    }
}
