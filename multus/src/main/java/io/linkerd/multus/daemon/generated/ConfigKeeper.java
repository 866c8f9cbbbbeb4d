// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the configuration that the container runtime is given as it should be. For one thread, but for {@link #state}.
 *
 * <p>Each look is at the whole, whatever has happened. What is written is whole and durable, and what was there before stays where that cannot be
 * done.
 */
public final class ConfigKeeper {
    private static final Logger log = LoggerFactory.getLogger(ConfigKeeper.class);

    /** Behind the watch, for what it may have missed. */
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private final DaemonConfig config;
    private final ConfigObserver observer;
    private final ConfigWriter writer;
    private final Consumer<PodEvent> events;
    private final LongSupplier nanos;
    private final AtomicReference<Known> known;

    /**
     * A keeper that has not looked yet.
     *
     * @param owner of what is written; the permission bits mean nothing
     */
    public ConfigKeeper(
            DaemonConfig config, DurableFiles files, Ownership owner, Consumer<PodEvent> events, LongSupplier nanos) {
        this.config = config;
        this.observer = new ConfigObserver(config);
        this.writer = new ConfigWriter(config, files, owner);
        this.events = events;
        this.nanos = nanos;
        this.known = new AtomicReference<>(Known.nothing(nanos.getAsLong()));
    }

    /** {@return how it stands} */
    public ConfigState state() {
        return known.get().state();
    }

    /** {@return whether the readiness indicator file is certainly not there} */
    public boolean isReadinessFileGone() {
        return observer.isReadinessFileGone();
    }

    /** {@return what a look would do now; nothing is done} */
    public ConfigPlan plan() {
        try {
            return ConfigPlan.of(config, observer.observe(), known.get().remembered());
        } catch (IOException e) {
            return new ConfigPlan.Wait(unseen(e));
        }
    }

    /** {@return the observer, for the folders that are to be watched} */
    ConfigObserver observer() {
        return observer;
    }

    /** Removes what a daemon left half-written that was killed. */
    void tidy() {
        try {
            int removed = writer.tidy();
            if (removed > 0) {
                log.atInfo().addKeyValue("files", removed).log("removed half-written files of an earlier daemon");
            }
        } catch (FileChangeFailed | RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .log("cannot remove half-written files; they are hidden, and no runtime loads them");
        }
    }

    /** Looks, and does what is to be done. */
    ConfigTurn turn() {
        try {
            writer.settle();
            var seen = observer.observe();
            return carryOut(ConfigPlan.of(config, seen, known.get().remembered()), seen);
        } catch (IOException e) {
            return failed(unseen(e));
        } catch (FileChangeFailed e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    /** A look was ended by a fault of the daemon. */
    ConfigTurn broken(Throwable fault) {
        ConfigLog.broken(state(), fault);
        return failed(ConfigLog.inWords(fault));
    }

    /** Gives the node back: what the daemon wrote goes, also where Cilium set it aside, and what other programs wrote stays. */
    public void remove() throws FileChangeFailed {
        new ConfigRemoval(config, observer, writer, known.get().remembered().lastGood()).run();
    }

    private ConfigTurn carryOut(ConfigPlan plan, Observation seen) throws FileChangeFailed {
        var turn = switch (plan) {
            case ConfigPlan.Write(var wanted, var cause) -> write(wanted, cause, seen);
            case ConfigPlan.ForceVersion(var fileName, var text) -> {
                writer.forceVersion(fileName, text(seen, fileName), text);
                log.atInfo().addKeyValue("file", fileName).log("made the primary network say the version of Multus");
                yield new ConfigTurn.Again();
            }
            case ConfigPlan.InForce(var inForce) -> rest(new ConfigState.InForce(inForce));
            case ConfigPlan.Keep(var lastGood, var reason) -> rest(new ConfigState.LastGood(lastGood, reason));
            case ConfigPlan.Wait(var reason) -> rest(new ConfigState.Missing(reason));
            case ConfigPlan.Remove _ -> {
                writer.remove(config.multusConfig());
                become(new ConfigState.Removed());
                yield new ConfigTurn.Over();
            }
        };
        if (!(turn instanceof ConfigTurn.GivingWay)) {
            known.updateAndGet(now -> now.with(now.remembered().after(plan)));
        }
        return turn;
    }

    private ConfigTurn write(GeneratedConfig wanted, ConfigPlan.Cause cause, Observation seen) throws FileChangeFailed {
        long now = nanos.getAsLong();
        var opponent = Opponent.of(cause, seen);
        var pause = known.get().repairs().turn(now);
        if (opponent.isPresent() && pause.isPositive()) {
            become(new ConfigState.GivingWay(
                    opponent.get().toString(), known.get().repairs().fight().pause()));
            return new ConfigTurn.GivingWay(pause);
        }
        writer.write(wanted);
        var level = known.get().repairs().isFight() ? log.atDebug() : log.atInfo();
        level.addKeyValue("file", config.multusConfig())
                .addKeyValue("cause", cause)
                .addKeyValue("primary", wanted.primary())
                .log("wrote the configuration for the container runtime");
        opponent.ifPresent(who -> repaired(cause, who, now));
        return new ConfigTurn.Again();
    }

    private void repaired(ConfigPlan.Cause cause, Opponent opponent, long now) {
        var after = known.updateAndGet(before -> before.with(before.repairs().made(now)));
        if (after.isNews(now) && (opponent == Opponent.CILIUM || after.repairs().isFight())) {
            known.updateAndGet(before -> before.toldAt(now));
            log.atWarn()
                    .addKeyValue("file", config.multusConfig())
                    .addKeyValue("cause", cause)
                    .addKeyValue("likely", opponent)
                    .log("another program undoes the configuration for the container runtime; it is written again");
            events.accept(ConfigEvents.undone(config.multusConfig().toString(), cause, opponent));
        }
    }

    private ConfigTurn rest(ConfigState state) {
        long now = nanos.getAsLong();
        known.updateAndGet(before -> before.with(before.repairs().standing(now)));
        become(state);
        var peace = known.get().repairs().peace(now);
        return new ConfigTurn.Rest(peace.isZero() ? RESYNC : peace);
    }

    private ConfigTurn failed(String reason) {
        become(new ConfigState.Failing(reason));
        return new ConfigTurn.Failed();
    }

    private static String text(Observation seen, String fileName) {
        return Optional.ofNullable(seen.files().get(fileName))
                .map(file -> file.orElse(_ -> ""))
                .orElse("");
    }

    private String unseen(IOException cause) {
        return "cannot look at " + config.source().origin() + ": " + FileTrouble.inWords(cause);
    }

    private void become(ConfigState now) {
        var before = known.getAndUpdate(old -> old.with(now)).state();
        ConfigLog.changed(before, now);
        ConfigEvents.elsewhere(config, before, now).stream()
                .peek(ConfigLog::elsewhere)
                .forEach(events);
    }
}
