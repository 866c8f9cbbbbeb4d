// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.daemon.config.ExitCode;
import io.linkerd.multus.service.clocks.Waits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start of the daemon: one stage after the other, each until it is passed, its time is over, or a stop is asked for. */
record DaemonStart(StartCheck.Look look, Waits waits, LongSupplier nanos) {
    private static final Logger log = LoggerFactory.getLogger(DaemonStart.class);

    /** {@return how the daemon ends, where a stage was waited for in vain} Where not, the start is over, or a stop was asked for. */
    Optional<ExitCode> run() throws InterruptedException {
        for (var stage : StartStage.values()) {
            if (!passes(stage)) {
                return Optional.of(stage.exit());
            }
        }
        return Optional.empty();
    }

    private boolean passes(StartStage stage) throws InterruptedException {
        long end = nanos.getAsLong() + stage.longest().toNanos();
        for (boolean isFirst = true; !waits.isStopped(); isFirst = false) {
            boolean isLast = nanos.getAsLong() - end >= 0;
            switch (look.at(stage)) {
                case StartCheck.Passed _ -> {
                    return true;
                }
                case StartCheck.Doubtful(var reason)
                when isLast -> {
                    tell(stage, reason, "the daemon starts without");
                    return true;
                }
                case StartCheck.NotYet(var reason)
                when isLast -> {
                    log.atError()
                            .addKeyValue("stage", stage)
                            .addKeyValue("reason", reason)
                            .addKeyValue("waited", stage.longest())
                            .addKeyValue("exitCode", stage.exit().status())
                            .log("the daemon cannot start, and ends");
                    return false;
                }
                case StartCheck.Doubtful(var reason) -> waitOn(stage, reason, isFirst, end);
                case StartCheck.NotYet(var reason) -> waitOn(stage, reason, isFirst, end);
            }
        }
        return true;
    }

    private void waitOn(StartStage stage, String reason, boolean isFirst, long end) throws InterruptedException {
        if (isFirst) {
            tell(stage, reason, "the daemon waits at its start");
        }
        var left = Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
        waits.pause(left.compareTo(stage.pause()) < 0 ? left : stage.pause());
    }

    private static void tell(StartStage stage, String reason, String what) {
        log.atWarn()
                .addKeyValue("stage", stage)
                .addKeyValue("reason", reason)
                .addKeyValue("longest", stage.longest())
                .log(what);
    }
}
