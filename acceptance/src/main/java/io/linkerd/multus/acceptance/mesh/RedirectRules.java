// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.PodNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The rules in a pod's network namespace that lead its traffic through the proxy.
 *
 * @param lines as {@code iptables-save} prints them
 */
public record RedirectRules(List<String> lines) {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** Copies the list. */
    public RedirectRules {
        lines = List.copyOf(lines);
    }

    /** Reads those of a running pod; a plugin that is told no {@code iptables-mode} writes them into the tables of before nft. */
    public static RedirectRules of(PodNetwork network) throws IOException, InterruptedException {
        var rules = of(network, "iptables-nft-save");
        return rules.lines().isEmpty() ? of(network, "iptables-legacy-save") : rules;
    }

    private static RedirectRules of(PodNetwork network, String program) throws IOException, InterruptedException {
        var table = network.run(DEADLINE, List.of(program, "-t", "nat"));
        return new RedirectRules(
                table.lines().filter(line -> line.contains("PROXY_INIT")).toList());
    }

    /** Tells whether traffic is redirected, and that of {@code uid} alone is not. */
    public boolean exempt(long uid) {
        return lines.stream().anyMatch(line -> line.contains("REDIRECT"))
                && lines.stream()
                        .filter(line -> line.contains("--uid-owner"))
                        .allMatch(line -> line.contains("--uid-owner " + uid + " "))
                && lines.stream().anyMatch(line -> line.contains("--uid-owner " + uid + " "));
    }
}
