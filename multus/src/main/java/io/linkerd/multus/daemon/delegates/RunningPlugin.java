// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The process of a plugin that was started. Whatever it does, the wait for it ends. */
final class RunningPlugin {
    /** Of what it writes on its standard error; upstream keeps all. */
    private static final int STDERR_KEPT = 16 << 10;

    /** How long a full pipe can hold a plugin up; twice the length until the longest. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(5);

    private static final Duration LONGEST_LOOK = Duration.ofMillis(50);

    /** How long its output is taken after its end, when all of it is there: longer only where a child goes on writing. */
    private static final Duration LAST_LOOK = Duration.ofMillis(250);

    /** The class library copies all that it has for each 64 KiB that it takes more: some 20 MB in the time before. */
    private static final Duration LOOK_AFTER_KILL = Duration.ofSeconds(10);

    private final Process process;
    private final Duration time;
    private final Deadline own;
    private final PipeOutput stdout;
    private final PipeOutput stderr;
    private final AtomicBoolean killed = new AtomicBoolean();

    RunningPlugin(Process process, Duration time, LongSupplier nanos) {
        this.process = process;
        this.time = time;
        this.own = Deadline.in(time, nanos);
        this.stdout = new PipeOutput(process.getInputStream(), PluginResult.LONGEST);
        this.stderr = new PipeOutput(process.getErrorStream(), STDERR_KEPT);
    }

    /** {@return how it ended} It is killed with all that it has started when it is late, prints too much, or its caller goes away. */
    PluginEnding end(Deadline deadline) {
        try (var _ = deadline.during(this::kill)) {
            return awaited(deadline);
        } catch (InterruptedException _) {
            kill();
            Thread.currentThread().interrupt();
            return stopped();
        }
    }

    private PluginEnding awaited(Deadline deadline) throws InterruptedException {
        var look = FIRST_LOOK;
        while (!process.waitFor(shorter(look, left(deadline)).toNanos(), TimeUnit.NANOSECONDS)) {
            takeOutput();
            if (stdout.isOver()) {
                kill();
                // It may just have ended, while a child goes on writing.
                ProcessGroup.killLeftBehind(process.pid(), Duration.ZERO);
                return new PluginEnding.TooMuch(PluginResult.LONGEST);
            }
            if (left(deadline).isZero()) {
                kill();
                return stopped();
            }
            look = shorter(look.multipliedBy(2), LONGEST_LOOK);
        }
        return tookLastOutput() ? ended() : new PluginEnding.TooMuch(PluginResult.LONGEST);
    }

    private PluginEnding ended() {
        int status = process.exitValue();
        if (killed.get() && status != 0) {
            return stopped();
        }
        return stdout.isOver()
                ? new PluginEnding.TooMuch(PluginResult.LONGEST)
                : new PluginEnding.Exited(status, stdout.text(), stderr.text());
    }

    private PluginEnding stopped() {
        var passed = time.minus(own.left());
        return own.left().isZero()
                ? new PluginEnding.Late(passed, stderr.text())
                : new PluginEnding.Abandoned(passed, stderr.text());
    }

    private void kill() {
        killed.set(true);
        ProcessGroup.kill(process);
    }

    private void takeOutput() {
        stdout.take();
        stderr.take();
    }

    /** The class library too empties the pipes of a process that has ended, holds them meanwhile, and goes on while a child writes. */
    private boolean tookLastOutput() throws InterruptedException {
        var taking = Thread.ofVirtual().start(this::takeOutput);
        if (taking.join(LAST_LOOK)) {
            return true;
        }
        ProcessGroup.killLeftBehind(process.pid(), LAST_LOOK);
        return taking.join(LOOK_AFTER_KILL);
    }

    private Duration left(Deadline deadline) {
        return shorter(own.left(), deadline.left());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
