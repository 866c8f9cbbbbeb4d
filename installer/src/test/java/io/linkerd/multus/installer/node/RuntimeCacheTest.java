// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.linkerd.multus.contracts.cniconfig.CachedResult;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.CachedResults;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class RuntimeCacheTest {
    private static final String PRISTINE = "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}";
    private static final String CHAINED =
            "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"},{\"type\":\"linkerd-cni\"}]}";

    @TempDir
    private Path root;

    private Path folder;

    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();

    @BeforeEach
    void makeFolder() throws Exception {
        seen.start();
        logger().addAppender(seen);
        folder = Files.createDirectories(root.resolve("host/var/lib/cni/results"));
    }

    @AfterEach
    void stopListening() {
        logger().detachAppender(seen);
    }

    @Test
    void podsOfCriOAreTornDownWithoutThePluginThatIsGone() throws Exception {
        var chained = Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED));
        Files.setPosixFilePermissions(chained, PosixFilePermissions.fromString("rw-------"));
        var other = Files.writeString(folder.resolve("other-pod1-net1"), cached(PRISTINE));
        var torn = Files.writeString(folder.resolve("n-pod2-eth0"), "{\"kind\":\"cniCa");
        Files.createDirectory(folder.resolve("folder"));

        cache(CachedResults.AUTO, "cri-o://1.33.1").takeOut(time());

        assertThat(chained).hasContent(cached(PRISTINE));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(chained)))
                .isEqualTo("rw-------");
        assertThat(other).hasContent(cached(PRISTINE));
        assertThat(torn).hasContent("{\"kind\":\"cniCa");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(4);
        }
    }

    /** Of a network whose list has the plugin Multus would call no other one, whatever the runtime. */
    @Test
    void multusTearsPodsDownWithoutThePluginThatIsGone() throws Exception {
        var kept = Files.createDirectories(folder.resolveSibling("multus")).resolve("pod1");
        Files.writeString(kept, "[{\"Bytes\":\"" + encoded(CHAINED) + "\"}]");

        cache(CachedResults.AUTO, "containerd://2.1.4").takeOut(time());

        assertThat(kept).hasContent("[{\"Bytes\":\"" + encoded(PRISTINE) + "\"}]");
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, cri-o://1.33.1, true",
        "AUTO, containerd://2.1.4, false",
        "AUTO, docker://28.0.0, false",
        "AUTO, '', true",
        "ALWAYS, containerd://2.1.4, true",
        "NEVER, cri-o://1.33.1, false"
    })
    void isChangedWhereTheRuntimeReadsIt(CachedResults setting, String runtime, boolean changed) {
        assertThat(cache(setting, runtime).isToBeChanged()).isEqualTo(changed);
    }

    @Test
    void isLeftAloneWhereTheFolderIsNotMounted() throws Exception {
        Files.delete(folder);

        assertThat(cache(CachedResults.ALWAYS, "cri-o://1.33.1").isToBeChanged())
                .isFalse();
    }

    /** A removal went through thousands of files with no bound, and the kubelet killed it before the plugin was gone. */
    @Test
    void endsWithItsTimeAndSaysHowManyFilesAreLeft() throws Exception {
        for (int pod = 0; pod < 5; pod++) {
            Files.writeString(folder.resolve("n-pod" + pod + "-eth0"), cached(CHAINED));
        }
        var nanos = new AtomicLong();

        cache(CachedResults.ALWAYS, "").takeOut(Deadline.in(Duration.ofNanos(3), nanos::getAndIncrement));

        assertThat(contents()).filteredOn(cached(PRISTINE)::equals).hasSize(2);
        assertThat(contents()).filteredOn(cached(CHAINED)::equals).hasSize(3);
        assertThat(said()).singleElement().asString().contains("files=\"3\"", "no time");
    }

    @Test
    void oneFileThatCannotBeChangedKeepsNoOtherFromIt() throws Exception {
        Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED));
        Files.writeString(folder.resolve("n-pod2-eth0"), cached(CHAINED));
        var failed = new AtomicBoolean();
        RandomGenerator random = () -> {
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("no entropy");
            }
            return 7;
        };

        cache(CachedResults.ALWAYS, () -> "", random).takeOut(time());

        assertThat(contents()).containsExactlyInAnyOrder(cached(CHAINED), cached(PRISTINE));
        assertThat(said()).singleElement().asString().contains("no entropy");
        assertThat(seen.list)
                .filteredOn(event -> event.getLevel() == Level.INFO)
                .singleElement()
                .satisfies(
                        event -> assertThat(event.getKeyValuePairs()).asString().contains("files=\"1\""));
    }

    @Test
    void aRuntimeThatCannotBeToldIsTakenForOneThatReadsIt() throws Exception {
        var kept = Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED));

        cache(
                        CachedResults.AUTO,
                        () -> {
                            throw new IllegalStateException("no answer");
                        },
                        RandomGenerator.getDefault())
                .takeOut(time());

        assertThat(kept).hasContent(cached(PRISTINE));
    }

    /** Each SIGKILL in the middle left one more file there, which nothing ever took away. */
    @Test
    void removesWhatAPassThatWasKilledLeftHalfDone() throws Exception {
        Files.writeString(folder.resolve(".linkerd-multus-n-pod1-eth0.0123456789abcdef.tmp"), "{\"kind");
        var others = Files.writeString(folder.resolve(".other.tmp"), "");

        cache(CachedResults.ALWAYS, "").takeOut(time());

        assertThat(folder).isDirectoryContaining(others::equals);
        assertThat(contents()).hasSize(1);
    }

    @Test
    void namesWhatItCannotReadWhereOurPluginIsInIt() throws Exception {
        var full = cached(CHAINED);
        Files.writeString(folder.resolve("torn"), full.substring(0, full.length() - 2));
        Files.writeString(folder.resolve("torn-other"), "{\"kind\":\"cniCa");
        var padding = " ".repeat(CachedResult.LIMITS.length());
        Files.writeString(folder.resolve("long"), padding + full);
        Files.writeString(folder.resolve("long-other"), padding + cached(PRISTINE));

        cache(CachedResults.ALWAYS, "").takeOut(time());

        assertThat(said()).hasSize(2).allMatch(line -> line.contains("may still be in"));
        assertThat(said()).anyMatch(line -> line.contains("/torn\""));
        assertThat(said()).anyMatch(line -> line.contains("/long\"") && line.contains("longer than"));
        assertThat(seen.list).hasSize(2);
    }

    @Test
    void changesTheLongestFileThatIsRead() throws Exception {
        var blanks = " ".repeat(CachedResult.LIMITS.length() - cached(CHAINED).length());
        var kept = Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED) + blanks);

        cache(CachedResults.ALWAYS, "").takeOut(time());

        assertThat(kept).hasContent(cached(PRISTINE) + blanks);
    }

    @Test
    void passesOverLinksInSilence() throws Exception {
        var elsewhere = Files.writeString(root.resolve("elsewhere"), cached(CHAINED));
        Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        Files.createSymbolicLink(folder.resolve("dangling"), root.resolve("nowhere"));

        cache(CachedResults.ALWAYS, "").takeOut(time());

        assertThat(elsewhere).hasContent(cached(CHAINED));
        assertThat(said()).isEmpty();
    }

    @Test
    void saysHowManyFilesItHasChangedAndNothingWhereThereWasNone() throws Exception {
        Files.writeString(folder.resolve("n-pod1-eth0"), cached(CHAINED));
        Files.writeString(folder.resolve("n-pod2-eth0"), cached(CHAINED));
        Files.writeString(folder.resolve("n-pod3-eth0"), cached(PRISTINE));

        cache(CachedResults.ALWAYS, "").takeOut(time());
        assertThat(seen.list)
                .singleElement()
                .satisfies(
                        event -> assertThat(event.getKeyValuePairs()).asString().contains("files=\"2\""));

        seen.list.clear();
        cache(CachedResults.ALWAYS, "").takeOut(time());
        assertThat(seen.list).isEmpty();
    }

    /** Long files are looked through in pieces of this length. */
    @Test
    void findsThePluginInALongFileWhereItsNameLiesInTwoPieces() throws Exception {
        int piece = 64 << 10;
        int pieces = CachedResult.LIMITS.length() / piece + 1;
        Files.writeString(folder.resolve("long"), " ".repeat(pieces * piece - 5) + "linkerd-cni");

        cache(CachedResults.ALWAYS, "").takeOut(time());

        assertThat(said()).singleElement().asString().contains("longer than");
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(RuntimeCache.class);
    }

    /** Warnings and errors. */
    private List<String> said() {
        return seen.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(event -> event.getFormattedMessage() + " " + event.getKeyValuePairs())
                .toList();
    }

    private List<String> contents() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(RuntimeCacheTest::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Deadline time() {
        return Deadline.in(Duration.ofMinutes(1), System::nanoTime);
    }

    private RuntimeCache cache(CachedResults setting, String runtime) {
        return cache(setting, () -> runtime, RandomGenerator.getDefault());
    }

    private RuntimeCache cache(CachedResults setting, Supplier<String> runtime, RandomGenerator random) {
        var files = new DurableFiles(FileCalls.ofTheSystem(), random);
        return new RuntimeCache(new HostRoot(root.resolve("host")), files, setting, runtime);
    }

    private static String cached(String list) {
        return "{\"kind\":\"cniCacheV1\",\"containerId\":\"pod1\",\"config\":\"" + encoded(list)
                + "\",\"ifName\":\"eth0\"}";
    }

    private static String encoded(String list) {
        return Base64.getEncoder().encodeToString(list.getBytes(UTF_8));
    }
}
