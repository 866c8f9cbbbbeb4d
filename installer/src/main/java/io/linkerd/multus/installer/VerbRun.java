// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.settings.VerbSettings;
import io.linkerd.multus.installer.verbs.AssetFinder;
import io.linkerd.multus.installer.verbs.Console;
import io.linkerd.multus.installer.verbs.VerbCommand;
import io.linkerd.multus.installer.verbs.VerbEnvironment;
import io.linkerd.multus.installer.verbs.VerbExecutor;
import io.linkerd.multus.installer.verbs.Watching;
import io.linkerd.multus.service.logging.ServiceLogging;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.slf4j.event.Level;

/** The program as one verb. */
final class VerbRun {
    private VerbRun() {}

    /** {@return the exit code: 0 when all of it was done} */
    static int run(VerbCommand command, Map<String, String> environment, Console console) throws InterruptedException {
        if (!environment.containsKey(SettingsReader.LOG_LEVEL)) {
            ServiceLogging.setLevel(Level.WARN); // what is done is told by the verb itself
        }
        try (var context = InstallerApplication.assemble(VerbEnvironment.read(environment))) {
            return switch (command) {
                case VerbCommand.ListPlugins _ ->
                    exitCode(console.succeeded(
                            context.getBean(AssetFinder.class).list().map(names -> {
                                names.forEach(console.out()::println);
                                return true;
                            })));
                case VerbCommand.Watch watch -> watch(context.getBean(Watching.class), watch, environment, console);
                case VerbCommand.Change change -> {
                    var executor = context.getBean(VerbExecutor.class);
                    int code = exitCode(console.succeeded(executor.carryOut(change, environment, console)));
                    yield code == 0 && change.pause() ? pause(console) : code;
                }
            };
        } catch (InvalidSettings e) {
            e.problems().forEach(problem -> console.err().println(problem));
            return InstallerApplication.EXIT_CONFIG;
        }
    }

    private static int watch(
            Watching watching, VerbCommand.Watch watch, Map<String, String> environment, Console console)
            throws InterruptedException {
        if (VerbSettings.cluster(environment) instanceof Result.Not<Boolean>(var reason)) {
            console.err().println("no cluster to watch: " + reason);
            return 1;
        }
        atSignal(watching::stop, console);
        console.out().println("Watching (SIGTERM or SIGINT to stop)...");
        watching.run(watch, environment, console);
        return 0;
    }

    /** Ends with 0 at the first signal, which is what was waited for; the JVM's own code for it would be a failure. */
    private static int pause(Console console) throws InterruptedException {
        atSignal(() -> true, console);
        console.out().println("Paused (waiting for SIGTERM or SIGINT to stop)...");
        console.out().flush();
        new CountDownLatch(1).await();
        return 0;
    }

    /** Ends with whether everything was done that was to be done last. */
    private static void atSignal(BooleanSupplier stop, Console console) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int code = exitCode(stop.getAsBoolean());
            console.out().println(code == 0 ? "Stopped." : "Stopped before everything was done.");
            console.out().flush();
            Runtime.getRuntime().halt(code);
        }));
    }

    private static int exitCode(boolean succeeded) {
        return succeeded ? 0 : 1;
    }
}
