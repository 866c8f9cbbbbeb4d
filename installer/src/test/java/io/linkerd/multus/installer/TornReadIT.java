// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads every file of a node, as a container runtime may at any instant, while all of them are written again and again.
 *
 * <p>{@code -Dtorn.rewrites=10000 -Dtorn.parses=1000000} does it for ten minutes and more.
 */
class TornReadIT {
    private static final int REWRITES = Integer.getInteger("torn.rewrites", 100);
    private static final int PARSES = Integer.getInteger("torn.parses", 3_000);
    private static final String LIST = FakeNode.NETWORKS + "/10-flannel.conflist";
    private static final String LINKED = "/etc/cni/real";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private String list = "";

    @BeforeEach
    void makeNode() throws IOException {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Scene.CHAINED.lay(node);
        list = Files.readString(node.host(LIST));
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void neverFindsAFileEmptyPartialOrInvalid() throws Exception {
        var readers = rewriteAndRead(FileCalls.ofTheSystem(), REWRITES, PARSES);

        assertThat(readers).allSatisfy(reader -> {
            assertThat(reader.firstBadSight()).isEmpty();
            assertThat(reader.parses()).isGreaterThanOrEqualTo(PARSES);
        });
    }

    /** Else the test above would prove nothing. */
    @Test
    void findsAFileThatIsWrittenInPlace() throws Exception {
        var readers = rewriteAndRead(inPlace(), 200, 0);

        assertThat(readers)
                .anySatisfy(reader -> assertThat(reader.firstBadSight()).isNotEmpty());
    }

    private List<Reader> rewriteAndRead(FileCalls calls, int rewrites, int parses) throws Exception {
        var readers = new ArrayList<Reader>();
        var round = new AtomicLong();
        try (var life = new Life(Scene.CHAINED.environment(node), calls, () -> {
            if (readers.isEmpty()) {
                readers.addAll(readers());
            }
            boolean torn =
                    readers.stream().anyMatch(reader -> !reader.firstBadSight().isEmpty());
            boolean enough = round.get() >= rewrites && readers.stream().allMatch(reader -> reader.parses() >= parses);
            if (torn || enough) {
                return false;
            }
            change(round.incrementAndGet());
            return true;
        })) {
            life.keep();
        } finally {
            readers.forEach(Reader::stop);
        }
        return readers;
    }

    /** There is another plugin and another token, and the networks' owner writes his own again, with another content each time. */
    private void change(long round) throws IOException {
        node.source(String.valueOf(round));
        Files.writeString(node.pod("account").resolve("token"), "token-" + round + "\n");
        for (var path : List.of(LIST, LINKED)) {
            var next = Files.writeString(node.host(path).resolveSibling(".theirs"), list.replace("1.0", round + ".0"));
            Files.move(next, node.host(path), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private List<Reader> readers() {
        return List.of(
                new Reader(node.host(FakeNode.PLUGIN), TornReadIT::isPlugin),
                new Reader(node.host(FakeNode.KUBECONFIG), TornReadIT::isKubeconfig),
                new Reader(node.host(LIST), TornReadIT::isNetwork),
                new Reader(node.host(LINKED), TornReadIT::isNetwork),
                new Reader(node.host(FakeNode.NETWORKS + "/20-single.conflist"), TornReadIT::isNetwork));
    }

    private static boolean isPlugin(String text) {
        return text.startsWith("#!/bin/sh\n")
                && text.endsWith("exit 0\n")
                && text.lines().count() == 2002;
    }

    private static boolean isKubeconfig(String text) {
        return text.startsWith("# Kubeconfig file")
                && text.contains("certificate-authority-data: ")
                && text.endsWith("current-context: linkerd-cni-context\n");
    }

    private static boolean isNetwork(String text) {
        return JsonValue.read(
                                text.getBytes(StandardCharsets.UTF_8),
                                JsonLimits.ofLength(4 << 20).build())
                        instanceof Result.Ok<JsonValue>(var json)
                && !json.items("plugins").isEmpty();
    }

    /** The file system of somebody who knows no better. */
    private static FileCalls inPlace() {
        var system = FileCalls.ofTheSystem();
        return (FileCalls) Proxy.newProxyInstance(
                TornReadIT.class.getClassLoader(), new Class<?>[] {FileCalls.class}, (_, method, arguments) -> {
                    if (method.getName().equals("rename")) {
                        Files.write((Path) arguments[1], Files.readAllBytes((Path) arguments[0]));
                        Files.delete((Path) arguments[0]);
                        return null;
                    }
                    try {
                        return method.invoke(system, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Reads one file in a loop. */
    private static final class Reader {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicLong parses = new AtomicLong();
        private final AtomicReference<String> bad = new AtomicReference<>("");
        private final Thread thread;

        Reader(Path file, Predicate<String> whole) {
            thread = Thread.ofPlatform().start(() -> {
                while (!stop.get()) {
                    look(file, whole);
                }
            });
        }

        long parses() {
            return parses.get();
        }

        String firstBadSight() {
            return bad.get();
        }

        void stop() {
            stop.set(true);
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void look(Path file, Predicate<String> whole) {
            try {
                var text = Files.readString(file);
                if (!whole.test(text)) {
                    bad.compareAndSet("", String.format(Locale.ROOT, "%s had %d characters", file, text.length()));
                }
            } catch (IOException e) {
                bad.compareAndSet("", e.toString());
            }
            parses.incrementAndGet();
        }
    }
}
