// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.kube.FollowedObject;
import io.linkerd.multus.installer.kube.FollowedObject.Seen;
import io.linkerd.multus.installer.node.DirectoryWatch;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbCommand.Watch;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
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
    private static final Duration PERIODIC_LOOK = Duration.ofSeconds(30);

    /** Longer than a turn is waited for. */
    private static final Duration LAST_PASS = Duration.ofSeconds(40);

    private final InstallerSettings settings;
    private final WatchTransport api;
    private final VerbExecutor executor;
    private final AssetFinder assets;
    private final DirectoryWatch directories;
    private final Wakeups wakeups;
    private final RandomGenerator random;
    private final AtomicBoolean endedWell = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    Watching(
            InstallerSettings settings,
            WatchTransport api,
            VerbExecutor executor,
            AssetFinder assets,
            DirectoryWatch directories,
            Wakeups wakeups,
            RandomGenerator random) {
        this.settings = settings;
        this.api = api;
        this.executor = executor;
        this.assets = assets;
        this.directories = directories;
        this.wakeups = wakeups;
        this.random = random;
    }

    /** Watches until {@link #stop}. */
    public void run(Watch watch, Map<String, String> environment, Console console) throws InterruptedException {
        var namespace = watch.namespace().orElse(settings.release().namespace());
        var owner = new EntryOwner("configmap " + namespace + "/" + watch.name());
        var configMap = new FollowedObject(
                api, ApiPath.core("namespaces", namespace, "configmaps"), watch.name(), wakeups::signal, random);
        var following = Thread.ofVirtual().name("configmap").start(configMap);
        var files = Thread.ofVirtual().name("files").start(directories);
        var changes = console.in(Console.Voice.WATCH);
        try {
            passes(
                    () -> look(configMap.seen(), owner, environment, changes),
                    () -> followed(configMap, owner),
                    changes);
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

    @FunctionalInterface
    private interface Look {
        Result<Boolean> now() throws InterruptedException;
    }

    private void passes(Look look, Supplier<Result<Boolean>> following, Console console) throws InterruptedException {
        var said = "";
        for (int failures = 0; !wakeups.isStopped(); ) {
            directories.follow(assets.watched()); // before the look, so that nothing falls between
            var result = unbroken(look);
            failures = result instanceof Result.Ok<Boolean> ? 0 : failures + 1;
            said = report(result.then(_ -> following.get()), said, console);
            wakeups.await(failures == 0 ? PERIODIC_LOOK : Backoff.PATIENT.after(failures, random));
        }
    }

    /** What nobody has foreseen must not end the watch: the next pass may be better. */
    private static Result<Boolean> unbroken(Look look) throws InterruptedException {
        try {
            return look.now();
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("a pass over the node broke; trying again");
            return new Result.Not<>("a pass over the node broke, and is tried again: " + e);
        }
    }

    private static Result<Boolean> followed(FollowedObject configMap, EntryOwner owner) {
        return configMap
                .obstacle()
                .<Result<Boolean>>map(reason ->
                        new Result.Not<>(owner + " is not followed: " + reason + "; what it said last is kept up"))
                .orElseGet(() -> new Result.Ok<>(true));
    }

    private Result<Boolean> look(Seen seen, EntryOwner owner, Map<String, String> environment, Console console)
            throws InterruptedException {
        return switch (seen) {
            case Seen.Unasked _ -> new Result.Ok<>(true);
            case Seen.Nothing(var reason) -> new Result.Not<>(owner + " is not known: " + reason);
            case Seen.Absent _ -> new Result.Not<>(owner + " does not exist; what was installed stays");
            case Seen.Present(var configMap) ->
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

    /** Complains once of each reason, for as long as it lasts. */
    private static String report(Result<Boolean> result, String said, Console console) {
        var reason = result instanceof Result.Not<Boolean>(var why) ? why : "";
        if (!reason.isEmpty() && !reason.equals(said)) {
            console.complain(reason);
        }
        return reason;
    }
}
