// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quicktheories.core.Gen;

/** Whatever somebody may have in a runtime's directory: after a removal it is there again, and what they add meanwhile is theirs. */
class ChainedDirectoriesTest {
    private static final int DIRECTORIES = Integer.getInteger("QT_EXAMPLES", 150);
    private static final String PAST = "2020-01-02T03:04:05Z";
    private static final String CONFIGURATION = "{\"type\":\"linkerd-cni\",\"name\":\"linkerd-cni\"}";

    /** Lists that were found with the plugin: without one, nothing is tried here. */
    private static final AtomicInteger CHAINED = new AtomicInteger();

    @TempDir
    private static Path preset;

    /** One thing in the directory. */
    record Item(String stem, String suffix, String text, int link, int mode) {
        String name() {
            return stem + suffix;
        }
    }

    @Test
    void removalGivesBackWhatInstallationFound() {
        property()
                .withExamples(DIRECTORIES)
                .forAll(directories(), integers().between(0, 3))
                .checkAssert((items, additions) -> {
                    try (var cluster = new FakeCluster()) {
                        var root = Files.createTempDirectory(Workbench.directory(preset), "linkerd-multus-chained-");
                        try {
                            check(new FakeNode(root, cluster), items, additions);
                        } finally {
                            delete(root);
                        }
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
        assertThat(CHAINED).hasPositiveValue();
    }

    private static void check(FakeNode node, List<Item> items, int additions) throws Exception {
        Files.delete(node.host(FakeNode.NETWORKS + "/10-bridge.conflist"));
        for (var item : items) {
            make(node, item);
        }
        var before = node.picture();
        var times = times(node);
        var bench = Workbench.chaining(node, FileCalls.ofTheSystem(), CONFIGURATION);

        bench.install("1");
        var installed = node.picture();
        bench.install("1");
        assertThat(node.picture()).isEqualTo(installed);
        assertThat(bench.failures()).isEmpty();
        checkWhatIsChained(node, bench.obstacles("1"), networks(before));

        for (int at = 0; at < additions; at++) {
            Files.writeString(
                    node.host(FakeNode.NETWORKS + "/55-added-" + at + ".conflist"), "{\"plugins\":[{\"type\":\"a\"}]}");
            before.put(
                    "host" + FakeNode.NETWORKS + "/55-added-" + at + ".conflist",
                    "rw-r--r-- {\"plugins\":[{\"type\":\"a\"}]}");
            if (at % 2 == 0) {
                bench.install("1");
            }
        }
        assertThat(bench.remove()).isTrue();
        assertThat(withoutOurs(node.picture())).isEqualTo(withoutOurs(before));
        times.forEach((path, time) -> {
            if (installed.get(path) != null && installed.get(path).equals(before.get(path))) {
                assertThat(times(node)).as(path).containsEntry(path, time);
            }
        });
    }

    /** Each network of the directory ends with the plugin, or is told; and the one that pods are run with has it, or that is told. */
    private static void checkWhatIsChained(FakeNode node, List<String> told, List<String> lists) throws IOException {
        for (var name : lists) {
            if (told.stream().noneMatch(problem -> problem.contains(name))) {
                assertThat(Files.readString(node.host(FakeNode.NETWORKS + "/" + name)))
                        .as(name)
                        .contains(CONFIGURATION);
                CHAINED.incrementAndGet();
            }
        }
        var first = first(node, ChainedDirectoriesTest::isLoadable);
        if (told.isEmpty() && first.isPresent()) {
            var run = Files.readString(first.get()).contains("\"multus")
                    ? first(node, ChainedDirectoriesTest::isMultusChoice)
                    : first;
            assertThat(Files.readString(run.orElseThrow())).contains(CONFIGURATION);
        }
    }

    /** Lists that a directory of these files has for the plugin. */
    private static List<String> networks(Map<String, String> picture) {
        var folder = "host" + FakeNode.NETWORKS + "/";
        return picture.entrySet().stream()
                .filter(file ->
                        file.getKey().startsWith(folder) && file.getKey().endsWith(".conflist"))
                .filter(file -> file.getValue().contains("\"plugins\":[")
                        && file.getValue().contains("{\"type\":\"a\""))
                .filter(file -> !file.getValue().contains("multus"))
                .map(file -> file.getKey().substring(folder.length()))
                .toList();
    }

    /** Multus goes by names alone. */
    private static boolean isMultusChoice(Entry entry) {
        return String.valueOf(entry.name().getFileName()).matches("(?!00-multus).*\\.conf(list)?");
    }

    /** The first network that CRI-O or Multus would take; containerd takes CRI-O's, or none. */
    private static Optional<Path> first(FakeNode node, Predicate<Entry> of) throws IOException {
        try (var files = Files.list(node.host(FakeNode.NETWORKS))) {
            return files.sorted()
                    .map(file -> new Entry(file, onNode(node, file)))
                    .filter(entry -> Files.isRegularFile(entry.content()))
                    .filter(of)
                    .findFirst()
                    .map(Entry::content);
        }
    }

    /** A file of the directory, and where its content is. */
    private record Entry(Path name, Path content) {}

    /** An absolute link leads from the node's root. */
    private static Path onNode(FakeNode node, Path file) {
        try {
            var target = Files.isSymbolicLink(file) ? Files.readSymbolicLink(file) : file;
            return !target.equals(file) && target.isAbsolute() ? node.host(target.toString()) : file;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isLoadable(Entry entry) {
        try {
            var text = Files.readString(entry.content());
            return switch (entry.name().toString().replaceFirst(".*\\.", "")) {
                case "conf", "json" ->
                    CniNetwork.readSingle(text) instanceof Result.Ok<CniNetwork>(var network)
                            && network.isSingle()
                            && network.isLoadable();
                case "conflist" ->
                    CniNetwork.readList(text) instanceof Result.Ok<CniNetwork>(var network) && network.isLoadable();
                default -> false;
            };
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A list that named the plugin before we came has lost it: whoever put it there has no journal that says so. */
    private static Map<String, String> withoutOurs(Map<String, String> picture) {
        var without = new TreeMap<>(picture);
        without.replaceAll((_, content) -> content.replace(",{\"type\":\"linkerd-cni\",\"old\":1}", ""));
        return without;
    }

    private static void make(FakeNode node, Item item) throws IOException {
        var path = node.host(FakeNode.NETWORKS + "/" + item.name());
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        switch (item.link()) {
            case 0 -> Files.createDirectory(path);
            case 1 -> Files.createSymbolicLink(path, Path.of("nowhere"));
            case 2, 3 -> {
                var target = "/etc/cni/elsewhere-" + item.name();
                Files.writeString(node.host(target), item.text());
                Files.createSymbolicLink(path, Path.of(item.link() == 2 ? target : "../elsewhere-" + item.name()));
            }
            default -> {
                Files.writeString(path, item.text());
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(item.mode() == 0 ? "rw-r--r--" : "rw-------"));
                Files.setLastModifiedTime(path, FileTime.from(Instant.parse(PAST)));
            }
        }
    }

    private static Map<String, FileTime> times(FakeNode node) {
        try (var paths = Files.walk(node.host(FakeNode.NETWORKS))) {
            var times = new TreeMap<String, FileTime>();
            for (var path : paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                times.put("host" + FakeNode.NETWORKS + "/" + path.getFileName(), Files.getLastModifiedTime(path));
            }
            return times;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Gen<List<Item>> directories() {
        Gen<Item> items = stems().zip(
                        suffixes(),
                        texts(),
                        integers().between(0, 12),
                        integers().between(0, 1),
                        Item::new);
        return lists().of(items).ofSizeBetween(0, 7);
    }

    private static Gen<String> stems() {
        return arbitrary()
                .pick("00-multus", "05-cilium", "10-calico", "10-flannel", "99-\u00fc \uD83D\uDE00", ".hidden", "a.b");
    }

    private static Gen<String> suffixes() {
        return arbitrary().pick(".conf", ".conflist", ".json", ".conflist.cilium_bak", ".CONF", "");
    }

    private static Gen<String> texts() {
        return arbitrary()
                .pick(
                        "",
                        "{",
                        "{}",
                        "[]",
                        "{\"type\":\"bridge\",\"name\":\"\u00e9\",\"n\":9007199254740993}",
                        "\n{ \"type\" : \"bridge\" }\n\n",
                        "{\"type\":\"multus\",\"delegates\":[]}",
                        "{\"type\":\"linkerd-cni\"}",
                        "{\"name\":\"n\",\"plugins\":[]}",
                        "{\"name\":\"m\",\"type\":\"multus\",\"clusterNetwork\":\"/host/net.d/10-calico.conf\"}",
                        "{\"name\":\"m\",\"type\":\"multus\",\"delegates\":[{\"type\":\"a\"}]}",
                        "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\",\"x\":1.0,\"y\":1e400}]}",
                        "{\"plugins\":[1],\"plugins\":[\n\t{\"type\":\"a\"} ,\n\t{\"type\":\"b\"}\n]}",
                        "{\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\",\"old\":1}]}",
                        "{\"plugins\":[{\"type\":\"multus-shim\"},{\"type\":\"a\"}]}",
                        "{\"filler\":\"" + "x".repeat(1 << 20) + "\",\"plugins\":[{\"type\":\"a\"}]}",
                        "\u0000\uFEFF{\"type\":\"a\"}");
    }

    private static void delete(Path root) throws IOException {
        try (var paths = Files.walk(root)) {
            for (var path : paths.toList().reversed()) {
                Files.delete(path);
            }
        }
    }
}
