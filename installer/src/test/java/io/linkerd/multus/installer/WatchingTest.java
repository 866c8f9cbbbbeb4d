// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.verbs.Console;
import io.linkerd.multus.installer.verbs.VerbCommand.Watch;
import io.linkerd.multus.installer.verbs.VerbEnvironment;
import io.linkerd.multus.installer.verbs.Watching;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micronaut.context.ApplicationContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kube-watch did for cni-node, and did not. */
class WatchingTest {
    private static final String BIN = "/opt/cni/bin";
    private static final String NET = "/etc/cni/net.d";
    private static final String STATE = "/var/lib/linkerd-multus";
    private static final String LISTS = "/api/v1/namespaces/kube-system/configmaps/multus-cni";

    @TempDir
    private Path root;

    private final VerbCluster cluster = new VerbCluster();
    private final FakeApiServer api = cluster.api();
    private VerbBench bench;

    @BeforeEach
    void mount() throws Exception {
        bench = cluster.bench(root, BIN, NET, STATE);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void followsTheListsOfAConfigMap() throws Exception {
        bench.template("10-vlan.conf", "{}");
        api.put(LISTS, "{data: {plugins: 'vlan,macvlan', configs: '10-vlan.conf'}}");
        try (var watch = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan") && exists(BIN + "/macvlan") && exists(NET + "/10-vlan.conf"));

            api.edit(LISTS, "{data: {plugins: 'vlan,flannel'}}");
            await().until(() -> exists(BIN + "/flannel") && !exists(BIN + "/macvlan"));
            assertThat(exists(BIN + "/vlan")).isTrue();
            await().until(() -> watch.out().contains("Installed CNI plugin flannel.")
                    && watch.out().contains("Uninstalled CNI plugin macvlan."));
        }
        assertThat(exists(BIN + "/flannel")).isTrue();
    }

    /** An empty list was passed over, so that the last item stayed. */
    @Test
    void takesTheLastItemAway() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var _ = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan"));
            api.edit(LISTS, "{data: {plugins: ''}}");
            await().until(() -> !exists(BIN + "/vlan"));
            api.edit(LISTS, "{data: {plugins: 'ipvlan'}}");
            await().until(() -> exists(BIN + "/ipvlan"));
            api.edit(LISTS, "{data: null}");
            await().until(() -> !exists(BIN + "/ipvlan"));
        }
    }

    /** A restart forgot what there was: what had left the list meanwhile stayed for good. */
    @Test
    void takesAwayWhatLeftTheListWhileNobodyWatched() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan,macvlan', manifests: 'sa.yaml'}}");
        bench.manifest("sa.yaml", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: multus}}");
        var account = "/api/v1/namespaces/kube-system/serviceaccounts/multus";
        try (var _ = new Running(false)) {
            await().until(() -> exists(BIN + "/macvlan") && api.get(account).isPresent());
        }
        api.edit(LISTS, "{data: {plugins: 'vlan', manifests: null}}");

        try (var _ = new Running(false)) {
            await().until(() -> !exists(BIN + "/macvlan") && api.get(account).isEmpty());
        }
        assertThat(exists(BIN + "/vlan")).isTrue();
    }

    /** Only a file that was replaced was noticed, not one that was written in place. */
    @Test
    void fillsAConfigurationAnewWhenTheOneThatItTakesInHasChanged() throws Exception {
        Files.writeString(bench.host(NET + "/10-calico.conflist"), "{\"mtu\": 1}");
        bench.template("05-multus.conf", "{\"delegates\": [__10-calico.conflist__]}");
        api.put(LISTS, "{data: {configs: '05-multus.conf'}}");
        try (var _ = new Running(false)) {
            await().until(() -> content(NET + "/05-multus.conf").contains("\"mtu\": 1"));

            Files.writeString(bench.host(NET + "/10-calico.conflist"), "{\"mtu\": 2}");

            await().until(() -> content(NET + "/05-multus.conf").equals("{\"delegates\": [{\"mtu\": 2}]}"));
        }
    }

    @Test
    void putsBackWhatSomebodyHasTakenAway() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var _ = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan"));
            Files.delete(bench.host(BIN + "/vlan"));
            await().until(() -> exists(BIN + "/vlan"));
        }
    }

    /** Every file was put back as soon as the other process had taken it away: 482 times in ten seconds. */
    @Test
    void givesWayToARivalThatKeepsTakingAFileAway() throws Exception {
        bench.template("05-multus.conf", "{}");
        api.put(LISTS, "{data: {configs: '05-multus.conf'}}");
        var conf = bench.host(NET + "/05-multus.conf");
        var taken = new AtomicInteger();
        var rival = Thread.ofPlatform().start(() -> takeAway(conf, taken, 0));
        try (var watch = new Running(false)) {
            await().until(() -> watch.err().contains(NET + "/05-multus.conf: another process keeps undoing it"));
            assertThat(taken.get()).isLessThan(10);

            api.edit(LISTS, "{data: {configs: '05-multus.conf', plugins: 'vlan'}}");
            await().until(() -> exists(BIN + "/vlan"));
            rival.interrupt();
            rival.join();
            await().until(() -> exists(NET + "/05-multus.conf"));
            assertThat(watch.err()).containsOnlyOnce("keeps undoing it, and this one gives way");
        } finally {
            rival.interrupt();
        }
    }

    /** A look between repair and deletion found nothing wrong, and the complaint came again with each round; with two files with each look. */
    @Test
    void complainsOnceOfEachFileThatARivalTakesAwayLater() throws Exception {
        bench.template("05-multus.conf", "{}");
        bench.template("06-other.conf", "{}");
        api.put(LISTS, "{data: {configs: '05-multus.conf,06-other.conf'}}");
        var taken = new AtomicInteger();
        var rivals = Stream.of("/05-multus.conf", "/06-other.conf")
                .map(name -> bench.host(NET + name))
                .map(file -> Thread.ofPlatform().start(() -> takeAway(file, taken, 60)))
                .toList();
        try (var watch = new Running(false)) {
            var complaints = List.of(
                    "05-multus.conf: another process keeps undoing it",
                    "06-other.conf: another process keeps undoing it");
            await().until(() -> complaints.stream().allMatch(watch.err()::contains));
            int told = taken.get();
            await().until(() -> taken.get() >= told + 4);
            complaints.forEach(complaint -> assertThat(watch.err()).containsOnlyOnce(complaint));
        } finally {
            rivals.forEach(Thread::interrupt);
        }
    }

    /** As Cilium does with {@code cni.exclusive}; so many milliseconds after it has seen the file. */
    private static void takeAway(Path file, AtomicInteger taken, long later) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (Files.exists(file)) {
                    Thread.sleep(later);
                    Files.deleteIfExists(file);
                    taken.incrementAndGet();
                }
                Thread.sleep(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each try made an event by its temporary file, and the event the next try: 1,915 in ten seconds. */
    @Test
    void triesAFullDiskLessAndLessOften() throws Exception {
        var tries = new CopyOnWriteArrayList<Long>();
        var calls = new FullDisk(bench.host(BIN), tries);
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var watch = new Running(false, calls)) {
            await().until(() -> tries.size() >= 5);
            assertThat(Duration.ofNanos(tries.get(4) - tries.get(0))).isGreaterThan(Duration.ofMillis(700));
            assertThat(watch.err()).containsOnlyOnce("No space left on device");
        }
    }

    /** A failure was not tried again before the next change. */
    @Test
    void triesAgainWhatHasFailed() throws Exception {
        api.put(LISTS, "{data: {plugins: 'late'}}");
        try (var watch = new Running(false)) {
            await().until(() -> watch.err().contains("CNI plugin late: "));
            Files.writeString(bench.container("bin").resolve("late"), FakeNode.script("late"));
            await().until(() -> exists(BIN + "/late"));
            assertThat(watch.err()).containsOnlyOnce("CNI plugin late: ");
        }
    }

    @Test
    void leavesTheNodeAsItIsWhenTheConfigMapIsGone() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var watch = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan"));
            api.remove(LISTS);
            await().until(() ->
                    watch.err().contains("configmap kube-system/multus-cni does not exist; what was installed stays"));
        }
        assertThat(exists(BIN + "/vlan")).isTrue();
    }

    @Test
    void uninstallsInTheEndWhereThatIsAskedFor() throws Exception {
        var before = bench.picture();
        api.put(LISTS, "{data: {plugins: 'vlan,macvlan'}}");
        try (var _ = new Running(true)) {
            await().until(() -> exists(BIN + "/macvlan"));
        }
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** The first line of each log was that the ConfigMap was not known. */
    @Test
    void saysNothingWhileItHasNotAsked() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var watch = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan"));
            assertThat(watch.err()).isEmpty();
        }
    }

    /** Without the right to it any more, what was edited had no effect, and nobody said why. */
    @Test
    void saysThatTheConfigMapIsNotFollowedAnyMore() throws Exception {
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var watch = new Running(false)) {
            await().until(() -> exists(BIN + "/vlan"));
            api.fail("", Failure.status(403));
            api.watches().end();
            await().until(() -> watch.err().contains("configmap kube-system/multus-cni is not followed: forbidden"));
            Files.delete(bench.host(BIN + "/vlan"));
            await().until(() -> exists(BIN + "/vlan"));

            api.heal();
            api.edit(LISTS, "{data: {plugins: 'flannel'}}");
            await().until(() -> exists(BIN + "/flannel"));
            assertThat(watch.err()).containsOnlyOnce("is not followed");
        }
    }

    /** What nobody had foreseen ended the watch. */
    @Test
    void goesOnAfterAPassThatBroke() throws Exception {
        var broken = new AtomicBoolean(true);
        RandomGenerator random = () -> {
            if (isTemporaryFileNamed() && broken.getAndSet(false)) {
                throw new IllegalStateException("unforeseen");
            }
            return 4;
        };
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var watch = new Running(false, random)) {
            await().until(() -> watch.err().contains("unforeseen"));
            await().until(() -> exists(BIN + "/vlan"));
        }
    }

    private static boolean isTemporaryFileNamed() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".TemporaryFiles")));
    }

    /** It ended with 0. */
    @Test
    void tellsWhetherEverythingWasTakenAwayInTheEnd() throws Exception {
        bench.manifest("sa.yaml", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: multus}}");
        api.put(LISTS, "{data: {plugins: 'vlan', manifests: 'sa.yaml'}}");
        try (var watch = new Running(true)) {
            await().until(() -> watch.out().contains("Installed Kubernetes manifest sa.yaml."));
            api.fail("DELETE ", Failure.status(403));
            assertThat(watch.isStoppedWell()).isFalse();
            assertThat(watch.err()).contains("ServiceAccount multus: forbidden");
        }
        api.heal();
        try (var watch = new Running(true)) {
            await().until(() -> watch.out().contains("Installed Kubernetes manifest sa.yaml."));
            assertThat(watch.isStoppedWell()).isTrue();
        }
    }

    /** Whoever may write the ConfigMap wrote what he liked into the log. */
    @Test
    void saysNoMoreOfANameThatIsNoneThanAPersonNeeds() throws Exception {
        api.put(LISTS, "{data: {plugins: '../\\u001b[2J" + "x".repeat(1000) + "'}}");
        try (var watch = new Running(false)) {
            await().until(() -> watch.err().contains("not a plain file name: ../?[2Jxxx"));
            assertThat(watch.err().length()).isLessThan(300);
        }
    }

    /** Another one's files are none of its business. */
    @Test
    void leavesWhatOthersHaveInstalled() throws Exception {
        bench.run("install", "--plugins=flannel");
        api.put(LISTS, "{data: {plugins: 'vlan'}}");
        try (var _ = new Running(true)) {
            await().until(() -> exists(BIN + "/vlan"));
        }
        assertThat(exists(BIN + "/vlan")).isFalse();
        assertThat(exists(BIN + "/flannel")).isTrue();
    }

    private boolean exists(String path) {
        return Files.exists(bench.host(path));
    }

    private String content(String path) throws Exception {
        return exists(path) ? Files.readString(bench.host(path)) : "";
    }

    /** A watch in a thread of its own, stopped in the end. */
    private final class Running implements AutoCloseable {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final ApplicationContext context;
        private final Watching watching;

        Running(boolean uninstallOnStop, Object... others) throws Exception {
            var environment = bench.environment();
            var console = new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
            context = InstallerApplication.assemble(VerbEnvironment.read(environment), others);
            watching = context.getBean(Watching.class);
            var watch = new Watch(Optional.empty(), "multus-cni", uninstallOnStop);
            Thread.ofVirtual().start(() -> {
                try {
                    watching.run(watch, environment, console);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        String out() {
            return out.toString(UTF_8);
        }

        String err() {
            return err.toString(UTF_8);
        }

        boolean isStoppedWell() {
            return watching.stop();
        }

        @Override
        public void close() {
            watching.stop();
            context.close();
        }
    }
}
