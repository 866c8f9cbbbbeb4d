// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Pulse;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.NetworkFinder;
import io.linkerd.multus.installer.node.network.NetworkReader;
import io.linkerd.multus.installer.node.network.PluginConfiguration;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** An installer's hands, without its threads: one life per object, from reading the journal to the end. */
final class Workbench {
    private static final int ROUNDS = 5;

    private final FakeNode node;
    private final DurableFiles durable;
    private final JournalStore store;
    private final NodeFiles files;
    private final Fights fights;
    private final Ownership self;
    private final Optional<DesiredNetworks> networks;
    private final List<String> failures = new ArrayList<>();

    Workbench(FakeNode node, FileCalls calls) throws IOException {
        this(node, calls, Optional.empty(), Boot.UNKNOWN);
    }

    /** Hands that chain a plugin of this configuration to every network of the runtime's directory. */
    static Workbench chaining(FakeNode node, FileCalls calls, String configuration) throws Exception {
        return chaining(node, calls, configuration, Boot.UNKNOWN);
    }

    /** The same in this boot of the node. */
    static Workbench chaining(FakeNode node, FileCalls calls, String configuration, Boot boot) throws Exception {
        var settings = InstallerSettings.read(node.environment(
                "LINKERD_MULTUS_MODE=chained",
                "LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS,
                "CNI_NETWORK_CONFIG=" + configuration));
        var host = new HostRoot(node.host(""));
        var finder = new NetworkFinder(settings, host, new NetworkReader(host), new PluginConfiguration(settings));
        return new Workbench(
                node,
                calls,
                Optional.of(new DesiredNetworks(finder, (_, _) -> {}, Ownership.ofThisProcess(), slow())),
                boot);
    }

    private Workbench(FakeNode node, FileCalls calls, Optional<DesiredNetworks> networks, Boot boot)
            throws IOException {
        this.node = node;
        this.networks = networks;
        this.self = Ownership.ofThisProcess();
        this.durable = new DurableFiles(calls, RandomGenerator.getDefault());
        this.store = new JournalStore(node.host("/var/lib/linkerd-multus"), durable, self);
        this.fights = new Fights(Clocks.ofTheSystem());
        this.files = new NodeFiles(
                new HostRoot(node.host("")),
                store,
                durable,
                new NetworkReader(new HostRoot(node.host(""))),
                new FileObserver(System::nanoTime),
                boot,
                new ChangeLog(new Metrics(), fights, (_, _) -> {}, Clocks.ofTheSystem()));
    }

    /** At each look so much time has passed that what is to be told once it has lasted is told at the second. */
    private static Clocks slow() {
        var nanos = new AtomicLong();
        return new Clocks(InstantSource.system(), () -> nanos.addAndGet(Lasting.LONG.toNanos()));
    }

    /** Puts this version of plugin and kubeconfig on the node; whether that came to an end within a few rounds. */
    boolean install(String version) throws IOException, FileChangeFailed {
        return converge(() -> desired(version));
    }

    /** What stands in the way of having this version on the node, or of keeping it there, in plain words. */
    List<String> obstacles(String version) throws IOException {
        var wanted = desired(version);
        var plan = NodePlan.of(wanted, files.observe(wanted, journal(), Set.of()));
        return Stream.concat(
                        wanted.problems().stream(), plan.obstacles().stream().map(Obstacle::toString))
                .toList();
    }

    /** Looks once at a node that should have this version, and does what is to be done. */
    Applied installOnce(String version) throws IOException {
        var journal = journal();
        var wanted = desired(version);
        return files.apply(NodePlan.of(wanted, files.observe(wanted, journal, Set.of())), journal);
    }

    private Desired desired(String version) throws IOException {
        var source = node.pod("source").resolve("linkerd-cni");
        if (!Files.exists(source) || !Files.readString(source).equals(FakeNode.script(version))) {
            node.source(version);
        }
        var plugin = (FileState.Regular) new FileObserver(System::nanoTime).observe(source);
        var desired = new Desired(
                EntryOwner.DAEMON,
                Optional.of(NodePlatform.KUBERNETES),
                List.of(
                        new DesiredFile(
                                FakeNode.PLUGIN,
                                new Content.Copy(source, plugin.fingerprint()),
                                self.withMode(0755),
                                EntryKind.PLUGIN),
                        new DesiredFile(
                                FakeNode.KUBECONFIG,
                                new Content.Text(kubeconfig(version)),
                                self.withMode(0600),
                                EntryKind.KUBECONFIG)),
                List.of(),
                List.of());
        return networks.map(chain -> chain.add(desired, NodePlatform.KUBERNETES, journal()))
                .orElse(desired);
    }

    /** Gives back everything; whether that came to an end. */
    boolean remove() throws IOException, FileChangeFailed {
        boolean done = converge(() -> Desired.nothing(EntryOwner.DAEMON));
        if (done) {
            store.delete();
        }
        return done;
    }

    /** A hold on this node, not taken yet. */
    NodeHold hold(InstallerSettings settings, Readiness readiness, Metrics metrics) {
        var journals = new NodeJournal(settings, store, files, metrics);
        var state = StateFolder.of(settings.node(), new HostRoot(node.host("")));
        return new NodeHold(
                settings, state, durable, store, journals, files, readiness, new Pulse(Clocks.ofTheSystem()));
    }

    /** Where the journal is. */
    JournalStore store() {
        return store;
    }

    /** Turns at this node. */
    NodeTurns turns(InstallerSettings settings) {
        var state = StateFolder.of(settings.node(), new HostRoot(node.host("")));
        var there = new JournalStore(state.path(), durable, self);
        var journals = new NodeJournal(settings, there, files, new Metrics());
        return new NodeTurns(state, there, journals, files, durable, fights);
    }

    /** The journal as it is on the disk. */
    Journal journal() {
        return store.load().found().orElseThrow();
    }

    /** Where an original is kept. */
    Path original(Original.File original) {
        return store.original(original.fingerprint());
    }

    private static String kubeconfig(String version) {
        return "token: " + version + "\n" + "filler\n".repeat(500) + "end\n";
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    @FunctionalInterface
    private interface Wish {
        Desired look() throws IOException;
    }

    private boolean converge(Wish wish) throws IOException, FileChangeFailed {
        var journal = journal();
        files.removeLeftovers(journal);
        for (int round = 0; round < ROUNDS; round++) {
            var desired = wish.look();
            var plan = NodePlan.of(desired, files.observe(desired, journal, Set.of()));
            if (!plan.changes(journal)) {
                return plan.obstacles().isEmpty();
            }
            var applied = files.apply(plan, journal);
            failures.addAll(applied.failures());
            journal = applied.journal().orElseGet(this::journal);
        }
        return false;
    }

    static Path directory(Path preset) {
        var memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : preset;
    }
}
