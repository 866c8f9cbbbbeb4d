// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.BrittleFileCalls;
import io.linkerd.multus.installer.fake.BrittleFileCalls.Fate;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.node.durable.FileCalls;
import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ends the installer at every single call that changes a file system, and makes every such call fail in every usual way. */
class NodeCrashIT {
    private static final String FOREIGN = FakeNode.script("somebody's");

    private static final String PREFIX =
            "linkerd-multus-" + ProcessHandle.current().pid() + "-";

    @TempDir
    private static Path directory;

    private static FakeCluster cluster;
    private static int nodes;

    /** What the installer is doing when it ends. */
    enum Phase {
        INSTALL {
            @Override
            void prepare(FakeNode node) {}

            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.install("1");
            }
        },
        TAKE_OVER {
            @Override
            void prepare(FakeNode node) throws IOException {
                Files.writeString(node.host(FakeNode.PLUGIN), FOREIGN);
                Files.setPosixFilePermissions(node.host(FakeNode.PLUGIN), PosixFilePermissions.fromString("rwxr-x--x"));
                node.attribute(FakeNode.PLUGIN, "security.capability=0100000200040000000000000000000000000000");
                Files.createDirectories(node.host("/etc/cni/linkerd-multus"));
                Files.createSymbolicLink(node.host(FakeNode.KUBECONFIG), Path.of("../theirs"));
            }

            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.install("1");
            }
        },
        UPGRADE {
            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.install("2");
            }
        },
        REPAIR {
            @Override
            void prepare(FakeNode node) throws IOException, FileChangeFailed {
                super.prepare(node);
                Files.delete(node.host(FakeNode.PLUGIN));
                Files.delete(node.host(FakeNode.KUBECONFIG));
                Files.delete(node.host("/etc/cni/linkerd-multus"));
            }

            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.install("1");
            }
        },
        REMOVE {
            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.remove();
            }
        },
        GIVE_BACK {
            @Override
            void prepare(FakeNode node) throws IOException, FileChangeFailed {
                TAKE_OVER.prepare(node);
                super.prepare(node);
            }

            @Override
            boolean run(Workbench bench) throws IOException, FileChangeFailed {
                return bench.remove();
            }
        };

        void prepare(FakeNode node) throws IOException, FileChangeFailed {
            assertThat(new Workbench(node, alive()).install("1")).isTrue();
        }

        abstract boolean run(Workbench bench) throws IOException, FileChangeFailed;

        boolean hasForeignFiles() {
            return this == TAKE_OVER || this == GIVE_BACK;
        }
    }

    @BeforeAll
    static void startApi() throws IOException {
        cluster = new FakeCluster();
    }

    @AfterAll
    static void stopApi() throws IOException {
        cluster.close();
        try (var left = Files.newDirectoryStream(Workbench.directory(directory), PREFIX + "*")) {
            for (var node : left) {
                delete(node); // of a test that failed
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void comesToTheSameEndWhereverItIsKilled(Phase phase) throws Exception {
        int call = 1;
        for (boolean more = true; more; call++) {
            for (var uninstallAtOnce : new boolean[] {false, true}) {
                var node = node();
                var original = original(phase, node);
                phase.prepare(node);
                more = killedAt(call, phase, node);
                assertWhole(node);
                if (!uninstallAtOnce) {
                    assertThat(new Workbench(node, alive()).install("3")).isTrue();
                    assertThat(node.host(FakeNode.PLUGIN)).hasContent(FakeNode.script("3"));
                    assertThat(node.host(FakeNode.KUBECONFIG)).hasContent(Workbench.kubeconfig("3"));
                }
                assertThat(new Workbench(node, alive()).remove()).isTrue();
                assertThat(node.picture()).as("killed at call %d", call).isEqualTo(original);
                delete(node.pod(""));
            }
        }
        assertThat(call).as("crash points").isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void keepsWhatWasThereWheneverTheKernelSaysNo(Phase phase) throws Exception {
        var reasons = Stream.<IOException>of(
                        new FileSystemException("f", null, "No space left on device"),
                        new FileSystemException("f", null, "Read-only file system"),
                        new AccessDeniedException("f"),
                        new IOException("Input/output error"),
                        new AtomicMoveNotSupportedException("f", "g", "Invalid cross-device link"))
                .toList();
        for (var reason : reasons) {
            boolean more = true;
            for (int call = 1; more; call++) {
                var node = node();
                var original = original(phase, node);
                phase.prepare(node);
                var calls = new BrittleFileCalls(call, new Fate.Failure(reason));
                failOnce(phase, new Workbench(node, calls));
                more = calls.cameToIt();
                assertWhole(node);
                assertThat(new Workbench(node, alive()).remove()).isTrue();
                assertThat(node.picture()).as("%s at call %d", reason, call).isEqualTo(original);
                delete(node.pod(""));
            }
        }
    }

    private static void failOnce(Phase phase, Workbench bench) throws IOException {
        try {
            phase.run(bench);
        } catch (FileChangeFailed e) {
            assertThat(e)
                    .hasMessageContaining("cannot ")
                    .hasMessageContaining(e.isUnknown() ? "is not known" : "what was there before is kept");
        }
        assertThat(bench.failures()).allSatisfy(failure -> assertThat(failure).contains("cannot "));
    }

    private static boolean killedAt(int call, Phase phase, FakeNode node) throws IOException, FileChangeFailed {
        var calls = new BrittleFileCalls(call, new Fate.Death());
        try {
            assertThat(phase.run(new Workbench(node, calls))).isTrue();
            assertThat(calls.cameToIt()).isFalse();
            return false;
        } catch (BrittleFileCalls.Killed _) {
            return true;
        }
    }

    /** Nobody may ever see half a file under its real name. */
    private static void assertWhole(FakeNode node) throws IOException {
        var plugin = node.host(FakeNode.PLUGIN);
        if (Files.exists(plugin)) {
            assertThat(Files.readString(plugin)).isIn(FOREIGN, FakeNode.script("1"), FakeNode.script("2"));
        }
        var kubeconfig = node.host(FakeNode.KUBECONFIG);
        if (Files.exists(kubeconfig)) {
            assertThat(Files.readString(kubeconfig)).isIn(Workbench.kubeconfig("1"), Workbench.kubeconfig("2"));
        }
    }

    private static Map<String, String> original(Phase phase, FakeNode node) throws IOException, FileChangeFailed {
        if (phase.hasForeignFiles()) {
            Phase.TAKE_OVER.prepare(node);
            var picture = node.picture();
            for (var path : Set.of(FakeNode.PLUGIN, FakeNode.KUBECONFIG, "/etc/cni/linkerd-multus")) {
                // prepared again by the phase; the directory last
                if (!Files.isDirectory(node.host(path))) {
                    Files.delete(node.host(path));
                }
            }
            return picture;
        }
        return node.picture();
    }

    private static FakeNode node() throws IOException {
        return new FakeNode(Files.createDirectory(Workbench.directory(directory).resolve(PREFIX + nodes++)), cluster);
    }

    private static void delete(Path root) throws IOException {
        try (var paths = Files.walk(root)) {
            for (var path : paths.collect(Collectors.toList()).reversed()) {
                Files.delete(path);
            }
        }
    }

    private static FileCalls alive() {
        return new BrittleFileCalls(0, new Fate.Death());
    }
}
