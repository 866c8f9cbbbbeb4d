// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ends the installer, as it is put together for a node, at every single call that changes a file system, and makes each such call fail in
 * every usual way: what comes after ends as if nothing had been. Each case has a node of its own, and waits for nothing: two run at a time.
 */
class EveryCallCrashIT {
    private static final String STATE = "host/var/lib/linkerd-multus";

    private static final List<Supplier<IOException>> REASONS = List.of(
            () -> new FileSystemException("f", null, "No space left on device"),
            () -> new IOException("Input/output error"),
            () -> new FileSystemException("f", null, "Read-only file system"),
            () -> new AccessDeniedException("f"));

    @TempDir(factory = InstallerFightIT.Memory.class)
    private static Path directory;

    private static FakeCluster cluster;
    private static final AtomicInteger NODES = new AtomicInteger();

    /** What the installer is doing when it ends. */
    enum Deed {
        INSTALL {
            @Override
            void prepare(Scene scene, FakeNode node) {}
        },
        /** There is another plugin. */
        EDIT {
            @Override
            void prepare(Scene scene, FakeNode node) throws Exception {
                super.prepare(scene, node);
                node.source("2");
            }
        },
        REPAIR {
            @Override
            void prepare(Scene scene, FakeNode node) throws Exception {
                super.prepare(scene, node);
                scene.undo(node);
            }
        },
        /** There is another token. */
        ROTATE {
            @Override
            void prepare(Scene scene, FakeNode node) throws Exception {
                super.prepare(scene, node);
                Files.writeString(node.pod("account").resolve("token"), "another-token\n");
            }
        },
        REMOVE {
            @Override
            void act(Life life) throws Exception {
                life.keep();
                life.leave();
            }
        };

        void prepare(Scene scene, FakeNode node) throws Exception {
            keep(scene, node);
            scene.share(node);
        }

        void act(Life life) throws Exception {
            life.keep();
        }
    }

    /** What is to be seen of a node: with us, and after us. */
    private record Pictures(Map<String, String> kept, Map<String, String> removed) {}

    @BeforeAll
    static void startApi() {
        cluster = new FakeCluster();
    }

    @AfterAll
    static void stopApi() {
        cluster.close();
    }

    static Stream<Arguments> everything() {
        return Stream.of(Scene.values())
                .flatMap(scene -> Stream.of(Deed.values()).map(deed -> Arguments.of(scene, deed)));
    }

    @ParameterizedTest
    @MethodSource("everything")
    @Execution(ExecutionMode.CONCURRENT)
    void theNextStartAndTheRemovalEndAsEverWhereverItIsKilled(Scene scene, Deed deed) throws Exception {
        var undisturbed = undisturbed(scene, deed);
        int call = 1;
        for (boolean more = true; more; call++) {
            for (var startedAgain : List.of(true, false)) {
                var node = prepared(scene, deed);
                var calls = new BrittleFileCalls(call, new Fate.Death());
                act(scene, deed, node, calls);
                more = calls.cameToIt();
                assertWhole(node, deed);
                if (startedAgain) {
                    keep(scene, node);
                    assertThat(kept(node))
                            .as("started after the end at call %d", call)
                            .isEqualTo(undisturbed.kept());
                }
                remove(scene, node);
                assertThat(node.picture())
                        .as("removed after the end at call %d", call)
                        .isEqualTo(undisturbed.removed());
                delete(node);
            }
        }
        assertThat(call).as("calls").isGreaterThan(deed == Deed.ROTATE ? 5 : 8);
    }

    @ParameterizedTest
    @MethodSource("everything")
    @Execution(ExecutionMode.CONCURRENT)
    void itEndsAsEverWhicheverCallTheKernelRefusesOnce(Scene scene, Deed deed) throws Exception {
        var undisturbed = undisturbed(scene, deed);
        boolean more = true;
        for (int call = 1; more; call++) {
            for (var reason : at(call)) {
                var node = prepared(scene, deed);
                var calls = new BrittleFileCalls(call, new Fate.Failure(reason.get()));
                act(scene, deed, node, calls);
                more = calls.cameToIt();
                assertWhole(node, deed);
                if (deed != Deed.REMOVE) {
                    assertThat(kept(node))
                            .as("%s at call %d", reason.get(), call)
                            .isEqualTo(undisturbed.kept());
                }
                remove(scene, node);
                assertThat(node.picture())
                        .as("%s at call %d", reason.get(), call)
                        .isEqualTo(undisturbed.removed());
                delete(node);
            }
        }
    }

    /** As a disk that is full: the process gives up, or is killed, and the next one finds a disk with room. */
    @ParameterizedTest
    @MethodSource("everything")
    @Execution(ExecutionMode.CONCURRENT)
    void theNextStartAndTheRemovalEndAsEverFromWhicheverCallOnTheKernelRefusesAll(Scene scene, Deed deed)
            throws Exception {
        var undisturbed = undisturbed(scene, deed);
        boolean more = true;
        for (int call = 1; more; call++) {
            for (var reason : at(call)) {
                var node = prepared(scene, deed);
                var calls = new BrittleFileCalls(call, new Fate.Failures(reason));
                act(scene, deed, node, calls);
                more = calls.cameToIt();
                assertWhole(node, deed);
                keep(scene, node);
                assertThat(kept(node))
                        .as("%s from call %d on", reason.get(), call)
                        .isEqualTo(undisturbed.kept());
                remove(scene, node);
                assertThat(node.picture())
                        .as("%s from call %d on", reason.get(), call)
                        .isEqualTo(undisturbed.removed());
                delete(node);
            }
        }
    }

    /** Each call is refused for one of them, and for all with {@code -Dcrash.everyReason=true}, which takes four times as long. */
    private static List<Supplier<IOException>> at(int call) {
        return Boolean.getBoolean("crash.everyReason") ? REASONS : List.of(REASONS.get(call % REASONS.size()));
    }

    private static Pictures undisturbed(Scene scene, Deed deed) throws Exception {
        var node = node();
        scene.lay(node);
        var before = node.picture();
        deed.prepare(scene, node);
        keep(scene, node);
        var kept = kept(node);
        remove(scene, node);
        var removed = node.picture();
        if (scene != Scene.SHARED || deed == Deed.INSTALL) {
            assertThat(removed).isEqualTo(before);
        }
        assertThat(removed.values()).noneMatch(file -> file.contains("linkerd-cni"));
        assertThat(removed).hasSameSizeAs(before);
        delete(node);
        return new Pictures(kept, removed);
    }

    private static FakeNode prepared(Scene scene, Deed deed) throws Exception {
        var node = node();
        scene.lay(node);
        deed.prepare(scene, node);
        return node;
    }

    private static void act(Scene scene, Deed deed, FakeNode node, FileCalls calls) throws Exception {
        try (var life = new Life(scene.environment(node), calls)) {
            deed.act(life);
        } catch (BrittleFileCalls.Killed _) {
            assertThat(calls).isInstanceOf(BrittleFileCalls.class);
        }
    }

    private static void keep(Scene scene, FakeNode node) throws Exception {
        try (var life = new Life(scene.environment(node), alive())) {
            assertThat(life.keep()).isTrue();
        }
    }

    private static void remove(Scene scene, FakeNode node) throws Exception {
        try (var life = new Life(scene.environment(node), alive())) {
            life.leave();
        }
    }

    /** Nobody may ever read half a file, nor a network that names what is not there. */
    private static void assertWhole(FakeNode node, Deed deed) throws IOException {
        if (deed != Deed.REPAIR && Files.isRegularFile(node.host(FakeNode.PLUGIN))) {
            assertThat(Files.readString(node.host(FakeNode.PLUGIN)))
                    .isIn(FakeNode.script("somebody's"), FakeNode.script("1"), FakeNode.script("2"));
        }
        if (Files.isRegularFile(node.host(FakeNode.KUBECONFIG))) {
            assertThat(Files.readString(node.host(FakeNode.KUBECONFIG)))
                    .startsWith("# Kubeconfig file")
                    .endsWith("current-context: linkerd-cni-context\n");
        }
        for (var network : Scene.networks(node)) {
            var text = Files.readString(network);
            assertThat(JsonValue.read(
                            Files.readAllBytes(network),
                            JsonLimits.ofLength(4 << 20).build()))
                    .isInstanceOf(Result.Ok.class);
            if (deed != Deed.REPAIR && text.contains("linkerd-cni")) {
                assertThat(node.host(FakeNode.PLUGIN)).exists();
                assertThat(node.host(FakeNode.KUBECONFIG)).exists();
            }
        }
    }

    /** The node but for our own notes, which say what was on the way as well. */
    private static Map<String, String> kept(FakeNode node) {
        var picture = new TreeMap<>(node.picture());
        assertThat(picture.keySet()).noneMatch(path -> path.endsWith(".tmp"));
        picture.keySet().removeIf(path -> path.startsWith(STATE));
        return picture;
    }

    private static FakeNode node() throws IOException {
        return new FakeNode(Files.createDirectory(directory.resolve(String.valueOf(NODES.incrementAndGet()))), cluster);
    }

    private static void delete(FakeNode node) throws IOException {
        try (var paths = Files.walk(node.pod(""))) {
            for (var path : paths.collect(Collectors.toList()).reversed()) {
                Files.delete(path);
            }
        }
    }

    private static FileCalls alive() {
        return new BrittleFileCalls(0, new Fate.Death());
    }
}
