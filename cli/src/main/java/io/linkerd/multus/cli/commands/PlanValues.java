// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.cli.plan.ChartValues;
import io.linkerd.multus.cli.plan.ValuesText;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The values that a plan goes by: the release's, and what the call says in their place. */
final class PlanValues {
    private static final int LONGEST = 1 << 20;

    @Option(
            names = {"-f", "--values"},
            paramLabel = "FILE",
            description =
                    "values of the chart in the place of the release's, as helm takes them; - is standard input; repeatable")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "one of them, as in global.attachments.scope=Shared; repeatable")
    private List<String> sets = new ArrayList<>();

    /** {@return what is said in the place of the release's values} Later ones win. */
    ChartValues said(InputStream standardInput, Consumer<String> notes) {
        var all = ChartValues.NONE;
        for (var file : files) {
            all = all.with(used(file, ValuesText.file(text(file, standardInput))));
        }
        for (var set : sets) {
            all = all.with(used("--set", ValuesText.set(set)));
        }
        if (!all.passedOver().isEmpty()) {
            notes.accept("what the controller writes does not depend on these values: "
                    + String.join(", ", all.passedOver().stream().sorted().toList()));
        }
        return all;
    }

    private static ChartValues used(String where, Result<ChartValues> values) {
        return values.orElse(reason -> {
            throw new UnusableInput(where + ": " + GoText.printable(reason.replace("\n", "; ")));
        });
    }

    private static String text(String file, InputStream standardInput) {
        try (var input = file.equals("-") ? standardInput : Files.newInputStream(Path.of(file))) {
            var bytes = input.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new UnusableInput(file + " is longer than " + (LONGEST >> 20) + " MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException e) {
            throw new UnusableInput(file + " cannot be read: " + e.getMessage());
        }
    }

    /** {@return what the controller goes by then} */
    static ControllerRules rules(Sight<ReleaseView> release, ChartValues said, String linkerd, Consumer<String> notes) {
        var controllers = release.seen().stream()
                .flatMap(seen -> seen.parts().stream())
                .filter(part -> part.part().equals("controller"))
                .toList();
        var namespace = controllers.isEmpty()
                ? release.seen().flatMap(ReleaseView::namespace).orElse(LinkerdMultus.NAME)
                : controllers.getFirst().namespace();
        var environment = controllers.isEmpty()
                ? usual(release, notes)
                : controllers.getFirst().environment();
        if (controllers.size() > 1) {
            notes.accept("of " + controllers.size() + " controllers it is that of Deployment " + namespace + "/"
                    + controllers.getFirst().name());
        }
        var name = environment.getOrDefault(ControllerRules.PREFIX + "RELEASE", LinkerdMultus.NAME);
        return ControllerRules.of(said.over(environment, name, namespace), namespace, linkerd)
                .orElse(reason -> {
                    throw new UnusableInput("the controller of release " + name + " cannot run: " + reason);
                });
    }

    private static Map<String, String> usual(Sight<ReleaseView> release, Consumer<String> notes) {
        boolean operated = release.seen().stream()
                .flatMap(seen -> seen.parts().stream())
                .map(WorkloadView::part)
                .anyMatch("operator"::equals);
        notes.accept(
                operated
                        ? "this release is an operator's, whose LinkerdMultus is not read: the chart's standard values were taken;"
                                + " say others with --values"
                        : "the controller goes by the chart's standard values: "
                                + release.whyNot()
                                        .orElse("the cluster has no Deployment of linkerd-multus' controller"));
        return ControllerRules.usual();
    }
}
