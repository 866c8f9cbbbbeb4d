// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.node.PacedLoop;
import io.linkerd.multus.installer.node.PacedLoop.Look;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbCommand.Watch;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.DirectoryWatch;
import io.linkerd.multus.service.kube.WatchTransport;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps node and cluster as the lists of a ConfigMap say, until stopped. What it has done before is known from the journal, so that what
 * left a list while nobody watched is taken away, too.
 */
@Singleton
public final class Watching {
    private static final Logger log = LoggerFactory.getLogger(Watching.class);

    /** Longer than a turn is waited for. */
    private static final Duration LAST_PASS = Duration.ofSeconds(40);

    private final InstallerSettings settings;
    private final WatchTransport api;
    private final VerbExecutor executor;
    private final AssetFinder assets;
    private final DirectoryWatch directories;
    private final PacedLoop loop;
    private final Wakeups wakeups;
    private final RandomGenerator random;
    private final FightNews fights;

    /** The reason that was told last, empty since there was none. */
    private final AtomicReference<String> told = new AtomicReference<>("");

    private final AtomicBoolean endedWell = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    Watching(
            InstallerSettings settings,
            WatchTransport api,
            VerbExecutor executor,
            AssetFinder assets,
            DirectoryWatch directories,
            PacedLoop loop,
            Wakeups wakeups,
            RandomGenerator random,
            Clocks clocks) {
        this.settings = settings;
        this.api = api;
        this.executor = executor;
        this.assets = assets;
        this.directories = directories;
        this.loop = loop;
        this.wakeups = wakeups;
        this.random = random;
        this.fights = new FightNews(clocks.nanos());
    }

    /** Watches until {@link #stop}. */
    public void run(Watch watch, Map<String, String> environment, Console console) throws InterruptedException {
        var namespace = watch.namespace().orElse(settings.release().namespace());
        var owner = new EntryOwner("configmap " + namespace + "/" + watch.name());
        var configMap = new ConfigMapWatch(api, namespace, watch.name(), wakeups::signal, random);
        var following = Thread.ofVirtual().name("configmap").start(configMap);
        var files = Thread.ofVirtual().name("files").start(directories);
        var changes = console.in(Console.Voice.WATCH);
        try {
            loop.run(_ -> look(configMap, owner, environment, changes));
            endedWell.set(!watch.uninstallOnStop()
                    || changes.succeeded(executor.carryOut(change(Map.of(), owner), environment, changes)));
        } finally {
            following.interrupt();
            files.interrupt();
            ended.countDown();
        }
    }

    /** Has {@link #run} come to its end, waits for that, and tells whether everything was done by then that was to be done last. */
    public boolean stop() {
        wakeups.stop();
        try {
            return ended.await(LAST_PASS.toSeconds(), TimeUnit.SECONDS) && endedWell.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Look look(ConfigMapWatch configMap, EntryOwner owner, Map<String, String> environment, Console console)
            throws InterruptedException {
        var done = unbroken(configMap.seen(), owner, environment, console);
        if (done instanceof Result.Ok<Carried>(var so)) {
            fights.news(so.contested()).forEach(contested -> console.complain(contested.inWords()));
            if (so.changed()) {
                return new Look.Changed(); // the next look tells whether it stands
            }
        }
        tell(done.then(_ -> followed(configMap, owner)), console);
        return switch (done) {
            case Result.Not<Carried> _ -> new Look.Refused();
            case Result.Ok<Carried>(var so) ->
                so.turn().<Look>map(Look.GivingWay::new).orElseGet(Look.Quiet::new);
        };
    }

    /** What nobody has foreseen must not end the watch: the next pass may be better. */
    private Result<Carried> unbroken(
            Optional<Lookup<JsonValue>> seen, EntryOwner owner, Map<String, String> environment, Console console)
            throws InterruptedException {
        try {
            directories.follow(assets.watched()); // before the pass, so that nothing falls between
            return pass(seen, owner, environment, console);
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a pass over the node broke; trying again");
            return new Result.Not<>("a pass over the node broke, and is tried again: " + e);
        }
    }

    /** Complains once of each reason, for as long as it lasts. */
    private void tell(Result<Boolean> result, Console console) {
        var reason = result instanceof Result.Not<Boolean>(var why) ? why : "";
        if (!reason.equals(told.getAndSet(reason)) && !reason.isEmpty()) {
            console.complain(reason);
        }
    }

    private static Result<Boolean> followed(ConfigMapWatch configMap, EntryOwner owner) {
        return configMap
                .obstacle()
                .<Result<Boolean>>map(reason ->
                        new Result.Not<>(owner + " is not followed: " + reason + "; what it said last is kept up"))
                .orElseGet(() -> new Result.Ok<>(true));
    }

    private Result<Carried> pass(
            Optional<Lookup<JsonValue>> seen, EntryOwner owner, Map<String, String> environment, Console console)
            throws InterruptedException {
        if (seen.isEmpty()) {
            return new Result.Ok<>(Carried.NOTHING);
        }
        return switch (seen.get()) {
            case Lookup.Unknown<JsonValue>(var reason, var _) -> new Result.Not<>(owner + " is not known: " + reason);
            case Lookup.Absent<JsonValue> _ -> new Result.Not<>(owner + " does not exist; what was installed stays");
            case Lookup.Found<JsonValue>(var configMap) ->
                switch (wishes(configMap)) {
                    case Result.Not<Map<AssetKind, Wish>>(var reason) -> new Result.Not<>(owner + ": " + reason);
                    case Result.Ok<Map<AssetKind, Wish>>(var wishes) ->
                        executor.carryOut(change(wishes, owner), environment, console);
                };
        };
    }

    /** A list that is not there is an empty one. */
    private static Result<Map<AssetKind, Wish>> wishes(JsonValue configMap) {
        var wishes = new EnumMap<AssetKind, Wish>(AssetKind.class);
        for (var kind : AssetKind.values()) {
            var names = AssetNames.read(configMap.text("data", kind.plural()).orElse(""));
            if (names.map(read -> wishes.put(kind, new Wish(read, Optional.empty())))
                    instanceof Result.Not<Wish>(var reason)) {
                return new Result.Not<>(reason);
            }
        }
        return new Result.Ok<>(wishes);
    }

    private static Change change(Map<AssetKind, Wish> wishes, EntryOwner owner) {
        var all = new EnumMap<AssetKind, Wish>(AssetKind.class);
        for (var kind : AssetKind.values()) {
            all.put(kind, wishes.getOrDefault(kind, new Wish(AssetNames.NONE, Optional.empty())));
        }
        return new Change(ChangeVerb.APPLY, all, false, owner);
    }
}
