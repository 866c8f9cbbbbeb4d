// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a node keeps of pods' networks: reservations of addresses, what Multus and the container runtime remember of attachments, rules that
 * name a sandbox, network namespaces and the interfaces that limit a bandwidth. A file that was half written when its writer was killed is none:
 * the daemon removes it once it is an hour old.
 */
final class NodeTraces {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Pattern SANDBOX = Pattern.compile("\\b[0-9a-f]{64}\\b");

    /** A sandbox is one whose process runs; of a stopped one no trace may be left. */
    private static final String RUNNING =
            "ctr --namespace k8s.io tasks list | while read -r id process status; do [ \"$status\" != RUNNING ] || echo \"$id\"; done";

    /**
     * The container runtime has what its own results say of a primary network from before Multus came, and has such a pod removed through Multus:
     * it never forgets them.
     */
    private static final String NAMED_BY_SANDBOX = """
            {
              find /var/lib/cni -type f ! -name '.*.tmp' ! -path '/var/lib/cni/results/cluster-*'
              grep --recursive --no-messages . /var/lib/cni/networks
              iptables-save -t nat
            } | grep -aE '[0-9a-f]{64}' || :
            """;

    /** A network namespace is in use while a process is in it; a bandwidth is limited by an ifb for each pod. */
    private static final String UNUSED = """
            used=$(stat --dereference --format '|%i|' /proc/[0-9]*/ns/net 2>/dev/null)
            for namespace in /run/netns/cni-*; do
              [ -e "$namespace" ] || continue
              case $used in
                *"|$(stat --dereference --format %i "$namespace")|"*) ;;
                *) echo "$namespace" ;;
              esac
            done
            ip -oneline link show type ifb
            """;

    private NodeTraces() {}

    /** {@return the traces of sandboxes that do not run, a line each} No pod with a limited bandwidth may run meanwhile. */
    static List<String> left(RunningNode node) throws IOException, InterruptedException {
        // Traces first: a sandbox that starts between both is none that is left.
        var traces = shell(node, NAMED_BY_SANDBOX).lines().toList();
        var unused = shell(node, UNUSED).lines().toList();
        var running = shell(node, RUNNING).lines().collect(Collectors.toSet());
        return List.of(traces.stream().filter(line -> isLeft(line, running)).toList(), unused).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** {@return the traces of one sandbox} */
    static List<String> of(RunningNode node, String sandbox) throws IOException, InterruptedException {
        return shell(node, NAMED_BY_SANDBOX)
                .lines()
                .filter(line -> line.contains(sandbox))
                .toList();
    }

    /** {@return whether a trace is a rule for packets} */
    static boolean isRule(String trace) {
        return trace.startsWith("-A ");
    }

    static boolean isLeft(String trace, Set<String> running) {
        var sandbox = SANDBOX.matcher(trace);
        return sandbox.find() && !running.contains(sandbox.group());
    }

    private static String shell(RunningNode node, String script) throws IOException, InterruptedException {
        return node.run(DEADLINE, List.of("sh", "-c", script));
    }
}
