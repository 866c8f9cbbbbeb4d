// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.sandboxes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A network namespace of the machine, as a pod has one: eth0 is in 198.18.0.0/24 and fd00:18::/64, net1 in 198.18.1.0/24 and fd00:19::/64. The
 * other ends are in it as well, so that nothing of it is seen outside.
 */
final class PodNamespace {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final int SECONDS = 60;

    private final String name = "multus-test-" + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();

    PodNamespace() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "a network namespace takes root");
        run(List.of("ip", "netns", "add", name));
        link("eth0", 18, 0);
        link("net1", 19, 1);
    }

    private void link(String interfaceName, int v6, int v4) throws IOException, InterruptedException {
        ip("link add " + interfaceName + " type veth peer name " + interfaceName + "-peer");
        ip("link set " + interfaceName + " up");
        ip("link set " + interfaceName + "-peer up");
        ip("address add 198.18." + v4 + ".2/24 dev " + interfaceName);
        ip("-6 address add fd00:" + v6 + "::2/64 dev " + interfaceName + " nodad");
    }

    Path path() {
        return Path.of("/run/netns", name);
    }

    /** {@return what {@code ip} says of this namespace} */
    String ip(String arguments) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of("ip", "-netns", name), Stream.of(arguments.split(" ", -1)))
                .toList());
    }

    /** {@return the default routes of the main table, without what {@code ip} adds to each} */
    List<String> defaults() throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        for (var family : List.of("-4", "-6")) {
            ip("-oneline " + family + " route show default")
                    .lines()
                    .map(line -> line.replaceAll("[\\\\\\s]+", " ").strip())
                    .map(line -> line.replaceFirst(" pref medium$", ""))
                    .forEach(all::add);
        }
        return all;
    }

    void delete() throws IOException, InterruptedException {
        run(List.of("ip", "netns", "delete", name));
    }

    /** Runs a command to its end, and returns what it printed. */
    static String run(List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (var output = process.getInputStream()) {
            var text = new String(output.readAllBytes(), UTF_8);
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("%s: %s", String.join(" ", command), text)
                    .isZero();
            return text;
        }
    }
}
