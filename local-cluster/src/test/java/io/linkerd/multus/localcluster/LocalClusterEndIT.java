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
import io.linkerd.multus.localcluster.supervisor.Supervisor;
import io.linkerd.multus.localcluster.supervisor.SupervisorState;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** However a cluster ends, nothing of it is left. A supervisor does that, whatever it supervises: most of these run no Kubernetes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalClusterEndIT {
    private static final String NAME = "ending";
    private static final String OTHER = "ending-too";
    /** The kernel removes network namespaces some time after the last process in them. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Toolbox toolbox;
    private Machine before;

    @BeforeAll
    void prepare() throws IOException, InterruptedException {
        toolbox = LocalClusterExtension.toolbox();
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
        Held held;
        try (var cluster = HeldCluster.start(NAME, toolbox)) {
            held = held(cluster.state());
        }
        // Closing returns when all is gone; only namespaces are the kernel's to finish.
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
        assertNamespacesEnd(held);
    }

    @Test
    void leavesNothingWhenItsJvmIsKilled() throws IOException, InterruptedException {
        var owner = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName(),
                        NAME)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var output = owner.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lastLine(output)).isEqualTo("ready");
            var held = held(state());
            owner.destroyForcibly().waitFor();
            assertNothingLeft();
            assertNamespacesEnd(held);
        } finally {
            owner.destroyForcibly();
        }
    }

    @Test
    void leavesNothingWhenItsOuterHalfIsKilled() throws IOException, InterruptedException {
        var cluster = HeldCluster.start(NAME, toolbox);
        var held = held(cluster.state());
        cluster.outer().destroyForcibly();
        assertNothingLeft();
        assertNamespacesEnd(held);
    }

    @Test
    void leavesNothingWhenItsInnerHalfIsKilled() throws IOException, InterruptedException {
        var cluster = HeldCluster.start(NAME, toolbox);
        var held = held(cluster.state());
        cluster.inner().destroyForcibly();
        assertNothingLeft();
        assertNamespacesEnd(held);
    }

    @Test
    void isClearedAwayAfterEverythingWasKilledAtOnce() throws IOException, InterruptedException {
        var cluster = HeldCluster.start(NAME, toolbox);
        var held = held(cluster.state());
        cluster.killAtOnce();
        var left = Machine.now(toolbox.cache().clusters(), NAME);
        assertThat(left.files()).isNotEmpty();
        assertThat(left.groups()).isNotEmpty();

        LocalCluster.remove(NAME, toolbox);
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
        assertNamespacesEnd(held);
    }

    /** The one that has Kubernetes: the next start of a name clears away what was killed, and then the cluster leaves nothing either. */
    @Test
    void aWholeClusterStartsOverWhatWasKilledAndLeavesNothing() throws IOException, InterruptedException {
        HeldCluster.start(NAME, toolbox).killAtOnce();
        Held held;
        try (var cluster = startWhole()) {
            assertThat(cluster.kubectl().run("get", "nodes", "--output", "name"))
                    .isEqualTo("node/node1\n");
            held = Held.now(HeldCluster.namespaces(state()));
            assertThat(held.namespaces())
                    .hasSizeGreaterThan(10); // five of the inner half, five of the node, and its pods'
        }
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
        assertNamespacesEnd(held);
    }

    @Test
    void standsBesideAnother() throws IOException, InterruptedException {
        try (var one = HeldCluster.start(NAME, toolbox)) {
            try (var other = HeldCluster.start(OTHER, toolbox)) {
                // Both control planes listen at the same address, each in a network of its own.
                assertThat(one.answer()).isEqualTo(NAME);
                assertThat(other.answer()).isEqualTo(OTHER);
                assertThat(other.state().listen()).isNotEqualTo(one.state().listen());
            }
            assertThat(one.answer()).isEqualTo(NAME);
            assertThat(held(one.state()).namespaces()).isNotEmpty();
        }
        assertThat(Machine.now(toolbox.cache().clusters(), NAME)).isEqualTo(before);
    }

    @Test
    void refusesToStartTwice() throws IOException, InterruptedException {
        try (var cluster = HeldCluster.start(NAME, toolbox)) {
            assertThatThrownBy(this::startWhole)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("running or being started already");
            var spec = cluster.folder().spec().toString();
            var second = Programs.plain()
                    .run(DEADLINE, "", List.of(toolbox.supervise().toString(), "run", spec));
            assertThat(second.succeeded()).isFalse();
            assertThat(second.errors()).contains("supervisor.lock");

            assertThat(cluster.outer().isAlive()).isTrue();
            assertThat(cluster.answer()).isEqualTo(NAME);
        }
    }

    private LocalCluster startWhole() throws IOException, InterruptedException {
        return LocalCluster.start(new LocalClusterSettings(NAME, Profile.PLAIN, 1), toolbox, Progress.silent());
    }

    private SupervisorState state() throws IOException {
        return Supervisor.state(LocalCluster.folder(NAME, toolbox));
    }

    /** A cluster's namespaces, and when it was in them. */
    private record Held(Set<String> namespaces, long uptime) {
        static Held now(Set<String> namespaces) throws IOException {
            return new Held(namespaces, KernelNamespaces.uptime());
        }
    }

    /** Returns its namespaces once it was seen that it holds something of every kind that has to go. */
    private Held held(SupervisorState cluster) throws IOException, InterruptedException {
        var during = Machine.now(toolbox.cache().clusters(), NAME);
        assertThat(during.processes()).isNotEmpty();
        assertThat(during.groups()).isNotEmpty();
        assertThat(during.files()).isNotEmpty();
        var namespaces = HeldCluster.namespaces(cluster);
        assertThat(namespaces).hasSize(HeldCluster.NAMESPACES);
        var held = Held.now(namespaces);
        assertThat(KernelNamespaces.ofThoseThatRanAt(held.uptime())).containsAll(namespaces);
        return held;
    }

    private void assertNothingLeft() {
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(Machine.now(toolbox.cache().clusters(), NAME))
                        .isEqualTo(before));
    }

    private static void assertNamespacesEnd(Held held) {
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(KernelNamespaces.ofThoseThatRanAt(held.uptime()))
                        .doesNotContainAnyElementsOf(held.namespaces()));
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
            try (var _ = HeldCluster.start(arguments[0], toolbox)) {
                System.out.println("ready");
                Thread.sleep(Duration.ofHours(1));
            }
        }
    }
}
