// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.daemon.server.UnixClient.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A GC beside the other requests of the containers that it takes away. */
@Timeout(120)
class GarbageCollectionIT {
    private static final String NONE_IS_VALID = ",\"cni.dev/valid-attachments\":[]";

    @TempDir
    private Path folder;

    private TestDaemon daemon;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        daemon = new TestDaemon(folder);
    }

    @AfterEach
    void stop() throws IOException {
        letGo();
        daemon.close();
    }

    @Test
    void aDelThatComesAfterTheListingDoesNotRunBesideTheCollections() throws IOException {
        add("a");
        holdFirstDelete();
        var collection = begin(() -> daemon.askOfNetwork("GC", NONE_IS_VALID));
        awaitHeld();

        var delete = begin(() -> daemon.ask("DEL", "a"));
        await().until(() -> isBeside() || waiting() == 1);
        letGo();

        assertThat(collection.join().status()).isEqualTo(200);
        assertThat(delete.join().status()).isEqualTo(200);
        assertThat(isBeside()).isFalse();
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(daemon.kept()).isEmpty();
    }

    /** The listing is older than the container's ADD. */
    @Test
    void aContainerThatIsAddedWhileOthersAreTakenAwayStays() throws IOException {
        add("a");
        add("b");
        holdFirstDelete();
        var collection = begin(() -> daemon.askOfNetwork("GC", NONE_IS_VALID));
        var other = awaitHeld().equals("a") ? "b" : "a";

        daemon.ask("DEL", other);
        assertThat(daemon.ask("ADD", other).status()).isEqualTo(200);
        letGo();

        assertThat(collection.join().status()).isEqualTo(200);
        assertThat(daemon.plugins.ledger()).containsExactly(other + ".eth0.main");
        assertThat(daemon.kept()).contains(other);
        assertThat(daemon.plugins.stdin("GC.main."))
                .contains("[{\"containerID\":\"" + other + "\",\"ifname\":\"eth0\"}]");
    }

    /** Each has one of the node's places, and waits for the same container's turn. */
    @Test
    void asManyCollectionsAsMayRunDoNotWaitForEachOther() throws IOException {
        var containers = List.of("a", "b", "c");
        containers.forEach(this::add);
        holdFirstDelete();
        var collections = Stream.generate(() -> begin(() -> daemon.askOfNetwork("GC", NONE_IS_VALID)))
                .limit(4)
                .toList();
        await().until(() -> waiting() == 3);
        letGo();

        assertThat(collections)
                .allSatisfy(collection -> assertThat(collection.join().status()).isEqualTo(200));
        assertThat(daemon.plugins.ledger()).isEmpty();
        assertThat(isBeside()).isFalse();
    }

    private void add(String pod) {
        daemon.cluster.pod(pod, "u-" + pod, "");
        assertThat(daemon.ask("ADD", pod).status()).isEqualTo(200);
    }

    /** Has the first DEL go on when it is let go; one that begins beside another one of its container leaves a file. */
    private void holdFirstDelete() {
        var lines = """
                mkdir @/of-$CNI_CONTAINERID || : > @/beside
                if mkdir @/first; then
                    echo $CNI_CONTAINERID > @/held.new; mv @/held.new @/held
                    while [ ! -f @/go ]; do sleep 0.01; done
                fi
                rmdir @/of-$CNI_CONTAINERID
                """;
        daemon.plugins.step("DEL", "main", lines.replace("@", folder.toString()));
    }

    private String awaitHeld() throws IOException {
        await().until(() -> Files.exists(folder.resolve("held")));
        return Files.readString(folder.resolve("held")).strip();
    }

    private void letGo() throws IOException {
        Files.writeString(folder.resolve("go"), "");
    }

    private boolean isBeside() {
        return Files.exists(folder.resolve("beside"));
    }

    /** {@return how many wait for the turn of a container} */
    private int waiting() {
        return daemon.metrics
                .text()
                .lines()
                .filter(line -> line.startsWith("multus_server_queue_length{queue=\"containers\"} "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static CompletableFuture<Reply> begin(Supplier<Reply> request) {
        return CompletableFuture.supplyAsync(request, task -> Thread.ofVirtual().start(task));
    }
}
