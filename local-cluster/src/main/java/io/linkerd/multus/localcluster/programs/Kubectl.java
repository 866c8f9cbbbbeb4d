// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * kubectl and helm of one cluster.
 *
 * @param tools the folder of both programs
 * @param kubeconfig how the API server is reached
 */
public record Kubectl(Path tools, Path kubeconfig) {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final List<String> OTHER_CLUSTERS =
            List.of("HELM_DRIVER", "HELM_KUBE", "HELM_NAMESPACE", "KUBERNETES_SERVICE_");
    private static final String FIELD_MANAGER = "--field-manager=linkerd-multus-cluster";

    /** Runs kubectl and returns its output; an exit code other than 0 is an error that holds what it said. */
    public String run(String... arguments) throws IOException, InterruptedException {
        return programs().output(DEADLINE, command("kubectl", List.of(arguments)));
    }

    /** Applies a manifest on the server's side. */
    public void apply(String manifest, String... arguments) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of("apply", "--server-side", "--force-conflicts", FIELD_MANAGER, "-f", "-"));
        all.addAll(List.of(arguments));
        programs().output(DEADLINE, manifest, command("kubectl", all));
    }

    /** Runs kubectl, however it ends. */
    public Programs.Outcome attempt(String input, String... arguments) throws IOException, InterruptedException {
        return programs().run(DEADLINE, input, command("kubectl", List.of(arguments)));
    }

    /** Starts kubectl with something that goes on, as a watch; the caller reads its output and ends it. */
    public Process start(String... arguments) throws IOException {
        var builder = new ProcessBuilder(command("kubectl", List.of(arguments)));
        builder.environment().putAll(environment(System.getenv()));
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Runs helm and returns its output; an exit code other than 0 is an error that holds what it said. */
    public String helm(String... arguments) throws IOException, InterruptedException {
        return programs().output(DEADLINE, command("helm", List.of(arguments)));
    }

    private Programs programs() {
        return new Programs(environment(System.getenv()));
    }

    /** The kubeconfig alone says which cluster is meant: Helm's own variables, and a pod's, would lead elsewhere. Empty is unset to both. */
    Map<String, String> environment(Map<String, String> inherited) {
        var environment = new HashMap<String, String>();
        inherited.keySet().stream()
                .filter(name -> OTHER_CLUSTERS.stream().anyMatch(name::startsWith))
                .forEach(name -> environment.put(name, ""));
        environment.put("KUBECONFIG", kubeconfig.toString());
        return environment;
    }

    private List<String> command(String program, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(tools.resolve(program).toString());
        command.addAll(arguments);
        return command;
    }
}
