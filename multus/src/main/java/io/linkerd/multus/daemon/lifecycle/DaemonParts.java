// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.generated.ConfigKeeper;
import io.linkerd.multus.daemon.generated.ConfigPlan;
import io.linkerd.multus.daemon.programs.NodePrograms;
import io.linkerd.multus.daemon.programs.ProgramOutcome;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of the daemon, which come to life one after the other. */
public final class DaemonParts implements StartCheck.Look {
    private static final Logger log = LoggerFactory.getLogger(DaemonParts.class);

    private static final int ROOT = 0;

    private final ConfigKeeper keeper;
    private final Ownership user;
    private final Serving.Start server;
    private final OwnProbe probe;
    private final NodePrograms programs;
    private final AtomicReference<Optional<Serving>> serving = new AtomicReference<>(Optional.empty());
    private final AtomicReference<String> waitsFor = new AtomicReference<>("");

    /**
     * Parts of which none is alive yet.
     *
     * @param user who runs this process
     * @param socket where the server is to be found once it has begun
     */
    public DaemonParts(ConfigKeeper keeper, Ownership user, Serving.Start server, Path socket, NodePrograms programs) {
        this.keeper = keeper;
        this.user = user;
        this.server = server;
        this.probe = new OwnProbe(socket, Duration.ofSeconds(1));
        this.programs = programs;
    }

    ConfigKeeper keeper() {
        return keeper;
    }

    /** {@return the server, once there is one} */
    Optional<Serving> serving() {
        return serving.get();
    }

    /** {@return what the start waits for, as the last look found it; empty where it waits for nothing} */
    String waitsFor() {
        return waitsFor.get();
    }

    @Override
    public StartCheck at(StartStage stage) throws InterruptedException {
        var check = look(stage);
        waitsFor.set(
                switch (check) {
                    case StartCheck.Passed _ -> "";
                    case StartCheck.NotYet(var reason) -> reason;
                    case StartCheck.Doubtful(var reason) -> reason;
                });
        return check;
    }

    private StartCheck look(StartStage stage) throws InterruptedException {
        return switch (stage) {
            case READINESS_FILE ->
                keeper.isReadinessFileGone()
                        ? new StartCheck.NotYet("the readiness indicator file is not there")
                        : new StartCheck.Passed();
            case PRIMARY_NETWORK -> primaryNetwork();
            case USER -> user.user() == ROOT ? new StartCheck.Passed() : new StartCheck.NotYet("must be run by root");
            case SOCKET -> serve();
            case OWN_API -> checked(probe.ask());
            case PROGRAMS -> installPrograms();
        };
    }

    /** A daemon that has only the last good configuration is of use: the pods that run are to be removed. */
    private StartCheck primaryNetwork() {
        return switch (keeper.plan()) {
            case ConfigPlan.Write _, ConfigPlan.InForce _, ConfigPlan.ForceVersion _ -> new StartCheck.Passed();
            case ConfigPlan.Keep(var _, var reason) -> new StartCheck.Doubtful(reason);
            case ConfigPlan.Wait(var reason) -> new StartCheck.NotYet(reason);
            case ConfigPlan.Remove _ -> new StartCheck.NotYet("the readiness indicator file is not there");
        };
    }

    private StartCheck serve() throws InterruptedException {
        try {
            var started = server.serve();
            if (started instanceof Result.Ok<Serving>(var now)) {
                serving.set(Optional.of(now));
            }
            return checked(started);
        } catch (IOException e) {
            return new StartCheck.NotYet("the socket cannot be served: " + FileTrouble.inWords(e));
        }
    }

    private StartCheck installPrograms() {
        var outcomes = programs.install();
        for (var outcome : outcomes) {
            if (outcome instanceof ProgramOutcome.Outdated(var name, var reason)) {
                log.atWarn()
                        .addKeyValue("program", name)
                        .addKeyValue("reason", reason)
                        .log("a program on the node stays as it is, though the daemon's image has another");
            }
        }
        var missing = outcomes.stream()
                .filter(ProgramOutcome.Missing.class::isInstance)
                .map(ProgramOutcome.Missing.class::cast)
                .map(outcome -> outcome.name() + ": " + outcome.reason())
                .collect(Collectors.joining("; "));
        return missing.isEmpty() ? new StartCheck.Passed() : new StartCheck.NotYet(missing);
    }

    private static StartCheck checked(Result<?> result) {
        return switch (result) {
            case Result.Ok<?> _ -> new StartCheck.Passed();
            case Result.Not<?>(var reason) -> new StartCheck.NotYet(reason);
        };
    }
}
