// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs the command line once, through what people call it for, and keeps what its JVM had loaded and linked by then (JEP 483, 514), so that
 * a start takes a third of the time.
 *
 * @param project the working copy
 * @param runtime that it is run with, here and by people
 */
public record Rehearsal(Project project, JavaRuntime runtime) {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** In the program's own jar, as the cache is good for its class path alone. */
    private static final String MAIN = "io.linkerd.multus.cli.Rehearsal";

    /** Ends as it began: what is called first and last is what people call most. */
    private static final List<List<String>> COMMANDS = List.of(
            List.of("version", "--client"),
            List.of("version", "--client", "-o", "json"),
            List.of("version"),
            List.of("--help"),
            List.of("check", "--help"),
            List.of("check"),
            List.of("check", "-o", "json", "--linkerd-namespace", "linkerd"),
            List.of("check", "-n", "shop", "-o", "short"),
            List.of("why", "shop/web-0"),
            List.of("why", "shop/web-0", "-o", "json"),
            List.of("why", "deployment/web", "-n", "shop"),
            List.of("explain", "shop/web-0"),
            List.of("explain", "--offline", "-f", "pod.yaml"),
            List.of("explain", "--offline", "-f", "pod.yaml", "-o", "json"),
            List.of("plan"),
            List.of("plan", "-o", "json", "--set", "global.attachments.scope=Shared"),
            List.of("plan", "-f", "values.yaml"),
            List.of("install", "--platform", "openshift", "--mode", "nad"),
            List.of("install"),
            List.of("uninstall"),
            List.of("support-bundle", "-o", "bundle.tar.gz"),
            List.of("__complete", "ch"),
            List.of("completion", "bash"),
            List.of("completion", "fish"),
            List.of("check", "-o", "tabel"));

    private static final List<String> FAILURES = List.of("cannot be reached", "\tat ");

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, namespace: shop, annotations: {linkerd.io/inject: enabled, linkerd.io/multus: enabled}}
            spec: {containers: [{name: web, image: "web:1"}]}
            """;

    private static final String VALUES = "global: {mode: nad, attachments: {scope: PerNamespace}}\n";

    /** Holds it in {@code folder}, and leaves the cache where {@link Application#cache} says. */
    public void hold(Application application, Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("pod.yaml"), POD);
        Files.writeString(folder.resolve("values.yaml"), VALUES);
        try (var cluster = PretendedCluster.start()) {
            var command = new ArrayList<>(List.of("env", "-C", folder.toString(), "-u", "JAVA_TOOL_OPTIONS"));
            command.add(runtime.java().toString());
            command.addAll(JvmFlags.of(project, Service.CLI));
            command.add("-XX:AOTCacheOutput=" + application.cache());
            command.addAll(application.paths(application.directory().toString()));
            command.add(MAIN);
            var environment = Map.of("KUBECONFIG", cluster.kubeconfig(folder).toString(), "HOME", folder.toString());
            var commands = COMMANDS.stream()
                    .map(words -> String.join("\t", words) + "\n")
                    .collect(Collectors.joining());
            var outcome = new Programs(environment).run(PATIENCE, commands, command);
            Files.writeString(folder.resolve("rehearsal.log"), outcome.output() + outcome.errors());
            verify(outcome, application);
        }
    }

    /** What it has not done, its cache would not have. */
    private static void verify(Programs.Outcome outcome, Application application) throws IOException {
        if (!outcome.succeeded() || !Files.isRegularFile(application.cache())) {
            throw new IOException("the rehearsal of the command line left no cache: " + outcome.errors());
        }
        for (var failure : FAILURES) {
            if (outcome.errors().contains(failure)) {
                throw new IOException("the rehearsal of the command line did not do everything: " + outcome.errors());
            }
        }
    }
}
