// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.sandboxes;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.routes.RouteAction;
import io.linkerd.multus.daemon.shim.ShimBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Network namespaces of the machine, looked at and changed by the program itself. */
@Timeout(120)
@ParameterizedClass
@EnumSource(names = {"RELEASE", "CHECKED"})
class NetworkNamespacesIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Path ROOT = Path.of("/");
    private static final List<RouteAction> MOVES = List.of(
            new RouteAction.DeleteDefaults("eth0", IpFamily.V4),
            new RouteAction.DeleteDefaults("eth0", IpFamily.V6),
            new RouteAction.AddDefault("net1", new IpAddress("198.18.1.1")),
            new RouteAction.AddDefault("net1", new IpAddress("fd00:19::1")));
    private static final List<String> MOVED =
            List.of("default via 198.18.1.1 dev net1", "default via fd00:19::1 dev net1 metric 1024");

    private final ShimBuild build;
    private NetworkNamespaces namespaces = new NetworkNamespaces(Path.of("/none"), ROOT, LONG);
    private Optional<PodNamespace> opened = Optional.empty();

    @TempDir
    private Path folder;

    NetworkNamespacesIT(ShimBuild build) {
        this.build = build;
    }

    @BeforeEach
    void open() throws Exception {
        namespaces = new NetworkNamespaces(build.netns(), ROOT, LONG);
        opened = Optional.of(new PodNamespace());
    }

    @AfterEach
    void delete() throws Exception {
        if (opened.isPresent()) {
            opened.get().delete();
            opened = Optional.empty();
        }
    }

    @Test
    void seesWhichInterfacesThereAre() {
        assertThat(has(path(), "eth0")).isEqualTo(new Result.Ok<>(true));
        assertThat(has(path(), "net2")).isEqualTo(new Result.Ok<>(false));
    }

    @Test
    void theNodesOwnRoutesAreNotChanged() {
        for (var own : List.of("/proc/self/ns/net", "/proc/thread-self/ns/net")) {
            assertThat(namespaces.apply(own, MOVES)).contains(own + " is the network namespace of the node itself");
        }
    }

    @Test
    void aNamespaceThatIsGoneIsSaidToBe() throws Exception {
        var gone = pod().path().toString();
        delete();

        var reason = "cannot open " + gone + ": No such file or directory";
        assertThat(has(gone, "eth0")).isEqualTo(new Result.Not<>(reason));
        assertThat(namespaces.apply(gone, MOVES)).contains(reason);
    }

    /** A namespace that was unmounted leaves an empty file; a pipe would never have opened. */
    @Test
    void whatIsNoNetworkNamespaceIsSaidToBeNone() throws Exception {
        var file = Files.createFile(folder.resolve("file"));
        var pipe = folder.resolve("pipe");
        PodNamespace.run(List.of("mkfifo", pipe.toString()));
        for (var path : List.of(file, pipe, folder, Path.of("/dev/null"), Path.of("/proc/self/ns/uts"))) {
            assertThat(has(path.toString(), "eth0")).isEqualTo(new Result.Not<>(path + " is no network namespace"));
        }
    }

    @Test
    void twoCapabilitiesAreEnough() throws Exception {
        pod().ip("route add default via 198.18.0.1");
        var limited = folder.resolve("limited");
        Files.writeString(
                limited,
                "#!/bin/sh\nexec /usr/bin/setpriv --bounding-set -all,+sys_admin,+net_admin --inh-caps -all "
                        + build.netns() + " \"$@\"\n");
        assertThat(limited.toFile().setExecutable(true)).isTrue();

        var called = new NetworkNamespaces(limited, Path.of("/"), Duration.ofSeconds(60));

        assertThat(called.apply(path(), MOVES)).isEmpty();
        assertThat(pod().defaults()).isEqualTo(MOVED);
    }

    @Test
    void pathsOfNamespacesAreBelowTheNodesRoot() throws Exception {
        var sameRoot = new NetworkNamespaces(build.netns(), Path.of("/proc/self/root"), LONG);
        var otherRoot = new NetworkNamespaces(build.netns(), folder, LONG);

        assertThat(sameRoot.has(path(), "eth0")).isEqualTo(new Result.Ok<>(true));
        assertThat(sameRoot.apply("/proc/self/ns/net", MOVES))
                .contains("/proc/self/ns/net is the network namespace of the node itself");
        // Behind it the sanitizers say what they miss without a /proc.
        assertThat(otherRoot.has(path(), "eth0"))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        not -> assertThat(not.reason())
                                .startsWith("cannot open " + path() + ": No such file or directory"));
    }

    /** While callers look, so that some find it half taken away. */
    @Test
    void aNamespaceThatVanishesMeanwhileIsNeverToldToLackAnInterface() throws Exception {
        var path = path();
        var begun = new CountDownLatch(2);
        var answers = new ArrayList<CompletableFuture<List<Result<Boolean>>>>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int each = 0; each < 2; each++) {
                answers.add(CompletableFuture.supplyAsync(() -> untilGone(path, begun), callers));
            }
            begun.await();
            delete();
        }

        for (var each : answers) {
            assertThat(each.join())
                    .contains(new Result.Ok<>(true))
                    .doesNotContain(new Result.Ok<>(false))
                    .last()
                    .isInstanceOf(Result.Not.class);
        }
    }

    private List<Result<Boolean>> untilGone(String path, CountDownLatch begun) {
        var answers = new ArrayList<Result<Boolean>>();
        do {
            answers.add(namespaces.has(path, "eth0"));
            begun.countDown();
        } while (answers.getLast() instanceof Result.Ok);
        return answers;
    }

    @Test
    void callsLeaveNoProcessMountOrNamespace() throws Exception {
        var mounts = mounts();
        var inode = Files.getAttribute(pod().path(), "unix:ino");
        assertThat(has(path(), "eth0")).isEqualTo(new Result.Ok<>(true));
        assertThat(namespaces.apply(path(), MOVES)).isEmpty();
        assertThat(namespaces.apply(path(), List.of(new RouteAction.AddDefault("net2", new IpAddress("198.18.1.1")))))
                .isPresent();

        assertThat(mounts()).isEqualTo(mounts);
        delete();

        var program = build.netns().toString();
        assertThat(ProcessHandle.current().children().filter(each -> runs(each, program)))
                .isEmpty();
        assertThat(namespacesOfProcesses()).isNotEmpty().doesNotContain("net:[" + inode + "]");
    }

    private static boolean runs(ProcessHandle process, String program) {
        return process.info().command().filter(program::equals).isPresent();
    }

    /** Those of this test's pods: other tests mount what they like. */
    private List<String> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .filter(line -> line.contains(pod().path().getFileName().toString()))
                .toList();
    }

    private static List<String> namespacesOfProcesses() throws IOException {
        var all = new ArrayList<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                try {
                    all.add(Files.readSymbolicLink(process.resolve("ns/net")).toString());
                } catch (IOException _) {
                    // It has ended meanwhile.
                }
            }
        }
        return all;
    }

    private PodNamespace pod() {
        return opened.orElseThrow();
    }

    private String path() {
        return pod().path().toString();
    }

    private Result<Boolean> has(String path, String interfaceName) {
        return namespaces.has(path, interfaceName);
    }
}
