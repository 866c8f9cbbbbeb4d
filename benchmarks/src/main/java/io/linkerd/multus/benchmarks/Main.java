// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import io.linkerd.multus.benchmarks.commandline.CommandLineBench;
import io.linkerd.multus.benchmarks.controller.ControllerBench;
import io.linkerd.multus.benchmarks.controller.OperatorBench;
import io.linkerd.multus.benchmarks.controller.Population;
import io.linkerd.multus.benchmarks.installer.InstallerBench;
import io.linkerd.multus.benchmarks.multus.MultusBench;
import io.linkerd.multus.benchmarks.rotations.RotationsBench;
import io.linkerd.multus.benchmarks.start.StartBench;
import io.linkerd.multus.benchmarks.webhook.EarlierWebhook;
import io.linkerd.multus.benchmarks.webhook.HostileBench;
import io.linkerd.multus.benchmarks.webhook.WebhookBench;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.ConsoleProgress;
import java.io.IOException;
import java.util.List;

/** The part of the script {@code bench} that is too much for a script. */
public final class Main {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int INTERRUPTED = 130;

    private Main() {}

    /** Runs a bench; ends with 0, 1 when a bound was missed or the run failed, or 2 when it is called wrongly. */
    public static void main(String... arguments) {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        try {
            return run(Arguments.read(arguments));
        } catch (Arguments.Wrong e) {
            System.err.println("bench: " + e.getMessage() + "; see ./bench --help");
            return MISUSED;
        } catch (IOException e) {
            System.err.println("bench: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    private static int run(Arguments arguments) throws IOException, InterruptedException {
        var project = new Project(arguments.project(), arguments.version());
        try (var scratch = ScratchDirectory.create(project.shared(), "bench")) {
            var place = new Workplace(project, scratch.path(), new ConsoleProgress(System.out));
            var report = bench(arguments, place).run();
            System.out.print("\n" + report.text());
            return report.passed() ? 0 : FAILED;
        }
    }

    private static Bench bench(Arguments arguments, Workplace place) {
        return switch (arguments.name()) {
            case START -> new StartBench(place, arguments.rounds());
            case WEBHOOK ->
                new WebhookBench(place, arguments.rounds(), EarlierWebhook.of(System.getenv()), arguments.window());
            case HOSTILE -> new HostileBench(place, arguments.window());
            case ROTATIONS -> new RotationsBench(place, arguments.admissions(), arguments.rotations());
            case INSTALLER ->
                new InstallerBench(
                        place,
                        new InstallerBench.Amounts(
                                arguments.rounds(),
                                arguments.repairs(),
                                arguments.rewrites(),
                                arguments.window(),
                                arguments.kills()));
            case CONTROLLER ->
                new ControllerBench(
                        place,
                        arguments.rounds(),
                        new Population(arguments.namespaces(), arguments.optedIn(), arguments.pods()),
                        arguments.window());
            case OPERATOR ->
                new OperatorBench(
                        place,
                        new Population(arguments.namespaces(), arguments.optedIn(), arguments.pods()),
                        arguments.window());
            case MULTUS -> new MultusBench(place, arguments.rounds(), arguments.roundTrips(), arguments.pods());
            case CLI ->
                new CommandLineBench(
                        place,
                        arguments.rounds(),
                        new Population(arguments.namespaces(), arguments.optedIn(), arguments.pods()),
                        System.getenv());
        };
    }
}
