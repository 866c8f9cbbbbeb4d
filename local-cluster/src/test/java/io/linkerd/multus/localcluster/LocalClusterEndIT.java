// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However a cluster ends, nothing of it is left. */
class LocalClusterEndIT {
    private static final String NAME = "ending";
    private static final String OTHER = "ending-too";
    /** The kernel removes network namespaces some time after the last process in them. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Toolbox toolbox;
    private Machine before;

    LocalClusterEndIT() throws IOException, InterruptedException {
        toolbox = LocalClusterExtension.toolbox();
        before = Machine.now(toolbox.cache().clusters(), NAME);
    }

    @BeforeEach
    void lookAtTheMachine() throws IOException, InterruptedException {
        LocalCluster.remove(NAME, toolbox);
        before = Machine.now(toolbox.cache().clusters(), NAME);
        assertThat(before.processes()).isEmpty();
        assertThat(before.groups()).isEmpty();
    }

    @AfterEach
    void clearAway() throws IOException, InterruptedException {
        LocalCluster.remove(NAME, toolbox);
        LocalCluster.remove(OTHER, toolbox);
    }

    @Test
    void leavesNothingWhenClosed() throws IOException, InterruptedException {
        Set<String> namespaces;
        try (var cluster = start(NAME, Profile.PLAIN)) {
            namespaces = namespaces(cluster);
            assertThat(namespaces).hasSize(10); // five of the inner half, five of the node
        }
        // Closing returns when all is gone; only namespaces are the kernel's to finish.
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
        assertNamespacesEnd(namespaces);
    }

    @Test
    void leavesNothingWhenItsJvmIsKilled() throws IOException, InterruptedException {
        var owner = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName(),
                        NAME)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var output = owner.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lastLine(output)).isEqualTo("ready");
            var namespaces = namespaces(LocalCluster.find(NAME, toolbox).orElseThrow());
            owner.destroyForcibly().waitFor();
            assertNothingLeft();
            assertNamespacesEnd(namespaces);
        }
    }

    @Test
    void leavesNothingWhenItsOuterHalfIsKilled() throws IOException, InterruptedException {
        var cluster = start(NAME, Profile.PLAIN);
        var namespaces = namespaces(cluster);
        cluster.supervisor().destroyForcibly();
        assertNothingLeft();
        assertNamespacesEnd(namespaces);
    }

    @Test
    void leavesNothingWhenItsInnerHalfIsKilled() throws IOException, InterruptedException {
        var cluster = start(NAME, Profile.PLAIN);
        var namespaces = namespaces(cluster);
        inner(cluster).destroyForcibly();
        assertNothingLeft();
        assertNamespacesEnd(namespaces);
    }

    @Test
    void isClearedAwayAfterEverythingWasKilledAtOnce() throws IOException, InterruptedException {
        var cluster = start(NAME, Profile.PLAIN);
        var namespaces = namespaces(cluster);
        var inner = inner(cluster);
        // Stopped first, neither can clear away after the other.
        var both = List.of(Long.toString(cluster.supervisor().pid()), Long.toString(inner.pid()));
        signal("STOP", both);
        signal("KILL", both);
        await().atMost(DEADLINE).until(() -> !inner.isAlive());
        assertThat(Machine.now(toolbox.cache().clusters(), NAME).files()).isNotEmpty();

        LocalCluster.remove(NAME, toolbox);
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
        assertNamespacesEnd(namespaces);

        // And the next start of that name does the same by itself.
        try (var again = start(NAME, Profile.PLAIN)) {
            assertThat(again.kubectl().run("get", "nodes", "--output", "name")).isEqualTo("node/node1\n");
        }
    }

    @Test
    void standsBesideAnother() throws IOException, InterruptedException {
        try (var one = start(NAME, Profile.PLAIN);
                var other = start(OTHER, Profile.PLAIN)) {
            one.kubectl().run("create", "namespace", "only-here");
            assertThat(other.kubectl().run("get", "namespaces", "--output", "name"))
                    .doesNotContain("only-here");
            assertThat(other.address()).isNotEqualTo(one.address());
        }
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
    }

    @Test
    void refusesToStartTwice() throws IOException, InterruptedException {
        try (var cluster = start(NAME, Profile.PLAIN)) {
            assertThatThrownBy(() -> start(NAME, Profile.PLAIN))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("running or being started already");
            assertThat(cluster.supervisor().isAlive()).isTrue();
        }
    }

    private LocalCluster start(String name, Profile profile) throws IOException, InterruptedException {
        return LocalCluster.start(new LocalClusterSettings(name, profile, 1), toolbox, Progress.silent());
    }

    private void assertNothingLeft() {
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(Machine.now(toolbox.cache().clusters(), NAME))
                        .isEqualTo(before));
    }

    private static void assertNamespacesEnd(Set<String> namespaces) {
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(KernelNamespaces.all()).doesNotContainAnyElementsOf(namespaces));
    }

    /** Of the supervisor's inner half and the nodes, but for those that are the machine's. */
    private Set<String> namespaces(LocalCluster cluster) throws IOException {
        var found = new TreeSet<>(KernelNamespaces.of(inner(cluster).pid()));
        for (var node : cluster.nodes()) {
            found.addAll(KernelNamespaces.of(node.process()));
        }
        found.removeAll(KernelNamespaces.of(ProcessHandle.current().pid()));
        return found;
    }

    private static ProcessHandle inner(LocalCluster cluster) {
        return cluster.supervisor().children().findFirst().orElseThrow();
    }

    private static void signal(String name, List<String> processes) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kill", "-" + name));
        command.addAll(processes);
        Programs.plain().output(DEADLINE, command);
    }

    private static String lastLine(BufferedReader output) throws IOException {
        var line = output.readLine();
        return line == null ? "ended" : line;
    }

    /** A JVM of its own that has a cluster, until it is killed. */
    static final class Owner {
        private Owner() {}

        public static void main(String... arguments) throws IOException, InterruptedException {
            var toolbox = Toolbox.prepare(LocalClusterExtension.project(), Progress.silent());
            var settings = new LocalClusterSettings(arguments[0], Profile.PLAIN, 1);
            try (var _ = LocalCluster.start(settings, toolbox, Progress.silent())) {
                System.out.println("ready");
                Thread.sleep(Duration.ofHours(1));
            }
        }
    }
}
