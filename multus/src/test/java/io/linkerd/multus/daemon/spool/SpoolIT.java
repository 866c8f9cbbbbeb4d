// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SpoolIT {
    @TempDir
    private Path parent;

    private SpooledFiles files;

    @BeforeEach
    void make() throws IOException {
        files = new SpooledFiles(parent);
    }

    @Test
    void oneContainersDelsGoInTheirOrder() throws Exception {
        files.keep("a", "net3", 1);
        files.keep("a", "net1", 2);
        files.keep("a", "net2", 3);

        files.replay(files.spool());

        assertThat(files.done).containsExactly("a/net3", "a/net1", "a/net2");
        assertThat(files.names()).isEmpty();
    }

    @Test
    void aFaultInAnEarlierDelKeepsNoContainerFromItsAdd() throws Exception {
        files.keep("a", "net1", 1);
        files.faulty.add("a/net1");
        var add = SpooledFiles.request("ADD", "a", "eth0").getBytes(UTF_8);

        var answer = files.spool()
                .handler()
                .read(Endpoint.CNI, add)
                .carryOut(Deadline.in(Duration.ofSeconds(30), System::nanoTime), SpooledFiles::atOnce);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(files.done).containsExactly("a/eth0");
        assertThat(files.names()).isEmpty();
    }

    @Test
    void aFaultInOneLookEndsNotTheLooksAfterIt() throws Exception {
        files.keep("a", "eth0", 1);
        files.isFaulty = true;

        files.spool().watchLoop((work, deadline) -> work.carryOut(deadline, SpooledFiles::atOnce), new Looks(2));

        assertThat(files.done).containsExactly("a/eth0");
    }

    /** Stops after so many looks. */
    private static final class Looks implements Waits {
        private int left;

        Looks(int looks) {
            this.left = looks;
        }

        @Override
        public boolean isStopped() {
            return left == 0;
        }

        @Override
        public boolean await(Duration longest) {
            left--;
            return false;
        }

        @Override
        public void pause(Duration exactly) {}
    }

    @Test
    void whatLiesThereAndIsNoDelGoesWithoutHarm() throws Exception {
        files.keep("a", "eth0", 5);
        files.write(
                "torn-eth0-00.json", SpooledFiles.request("DEL", "torn", "eth0").substring(0, 40), 1);
        files.write("empty-eth0-00.json", "", 1);
        files.write("add-eth0-00.json", SpooledFiles.request("ADD", "add", "eth0"), 2);
        files.write("notes.txt", "remember the milk", 3);
        files.write("long-eth0-00.json", " ".repeat(SpoolFolder.LONGEST + 1), 3);
        Files.createDirectory(files.folder.resolve("folder"));
        Files.createSymbolicLink(files.folder.resolve("link-eth0-00.json"), files.keep("away", "eth0", 4));
        Files.createSymbolicLink(files.folder.resolve("dangling"), Path.of("/none"));
        var exposed = files.keep("exposed", "eth0", 4);
        Files.setPosixFilePermissions(exposed, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(new ProcessBuilder(
                                "mkfifo",
                                "-m",
                                "600",
                                files.folder.resolve("pipe-eth0-00.json").toString())
                        .start()
                        .waitFor())
                .isZero();
        files.write(".b-eth0-00.json.1.tmp", "{", 6);

        files.replay(files.spool());

        assertThat(files.done).containsExactlyInAnyOrder("a/eth0", "away/eth0");
        assertThat(files.names()).containsExactly(".b-eth0-00.json.1.tmp");
    }

    @Test
    void aFolderThatHoldsSomethingIsLeftWithoutHarm() throws Exception {
        Files.createDirectories(files.folder.resolve("folder").resolve("within"));
        files.keep("a", "eth0", 1);

        files.replay(files.spool());

        assertThat(files.done).containsExactly("a/eth0");
        assertThat(files.names()).containsExactly("folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---"})
    void nothingIsTakenFromAFolderThatOthersCanChange(String mode) throws Exception {
        files.keep("a", "eth0", 1);
        Files.setPosixFilePermissions(files.folder, PosixFilePermissions.fromString(mode));

        files.replay(files.spool());

        assertThat(files.done).isEmpty();
        assertThat(files.names()).hasSize(1);
    }

    @Test
    void aLinkInTheFoldersPlaceIsNotFollowed() throws Exception {
        files.keep("a", "eth0", 1);
        Files.createSymbolicLink(files.folder.resolveSibling("moved"), files.folder);
        Files.move(files.folder, files.folder.resolveSibling("real"));
        Files.createSymbolicLink(files.folder, files.folder.resolveSibling("real"));

        files.replay(files.spool());

        assertThat(files.done).isEmpty();
    }

    @Test
    void aNodeWithoutASpoolIsLeftWithoutOne() throws Exception {
        Files.delete(files.folder);

        files.replay(files.spool());

        assertThat(files.folder).doesNotExist();
    }

    @Test
    void aWeekOfFailuresIsTheEnd() throws Exception {
        var spool = files.spool();
        files.failing.add("a/eth0");
        files.keep("a", "eth0", 0);
        for (int hour = 0; hour < 7 * 24; hour++) {
            files.replay(spool);
            assertThat(files.names()).hasSize(1);
            files.pass(Duration.ofHours(1));
        }
        files.pass(Duration.ofHours(1));
        files.replay(spool);

        assertThat(files.names()).isEmpty();
        assertThat(files.done).isEmpty();
    }

    /** Wherever kill -9 comes, the file is there or its DEL is done, and the next daemon ends as ever. */
    @Test
    void neitherTheFileNorTheWorkIsLostWhereverTheDaemonIsKilled() throws Exception {
        boolean more = true;
        int killed = 0;
        for (int call = 1; more; call++) {
            files.done.clear();
            files.keep("a", "eth0", 1);
            var calls = new BrittleFileCalls(call, new Fate.Death());
            files.replay(files.spool(calls));
            more = calls.cameToIt();
            killed += more ? 1 : 0;
            assertThat(!files.names().isEmpty() || files.done.contains("a/eth0"))
                    .isTrue();
            files.replay(files.spool());
            assertThat(files.names()).isEmpty();
            assertThat(files.done).contains("a/eth0");
        }
        assertThat(killed).isGreaterThan(1);
    }

    @Test
    void aDiskThatRefusesTheRemovalCostsOneMoreDel() throws Exception {
        files.keep("a", "eth0", 1);
        var spool = files.spool(
                new BrittleFileCalls(1, new Fate.Failure(new FileSystemException("f", null, "Input/output error"))));

        files.replay(spool);
        assertThat(files.names()).hasSize(1);
        files.pass(Duration.ofMinutes(1));
        files.replay(spool);

        assertThat(files.names()).isEmpty();
        assertThat(files.done).containsExactly("a/eth0", "a/eth0");
    }

    /** Generated spools over several looks, beside a plain record of what each DEL should come to. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyDelIsDoneOnceAndInItsContainersOrder(long seed) throws Exception {
        var random = new Random(seed);
        var spool = files.spool();
        Map<String, List<String>> expected = new TreeMap<>();
        Set<String> left = new TreeSet<>();
        for (int second = 0; second < 60; second++) {
            var container = "c" + random.nextInt(6);
            var name = "net" + second;
            files.keep(container, name, second);
            if (random.nextInt(4) == 0) {
                files.failing.add(container + "/" + name);
                left.add(container + "-" + name + "-00.json");
            } else {
                expected.merge(container, List.of(container + "/" + name), SpoolIT::joined);
            }
            if (random.nextInt(10) == 0) {
                files.replay(spool);
            }
        }
        files.replay(spool);
        assertThat(byContainer()).as("seed %d", seed).isEqualTo(expected);
        assertThat(files.names()).as("seed %d", seed).isEqualTo(left);

        files.failing.clear();
        files.pass(Duration.ofHours(1));
        files.replay(spool);
        assertThat(files.names()).as("seed %d", seed).isEmpty();
        assertThat(files.done).as("seed %d", seed).hasSize(60).doesNotHaveDuplicates();
    }

    private Map<String, List<String>> byContainer() {
        var all = new HashMap<String, List<String>>();
        files.done.forEach(name -> all.merge(name.substring(0, name.indexOf('/')), List.of(name), SpoolIT::joined));
        return all;
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
