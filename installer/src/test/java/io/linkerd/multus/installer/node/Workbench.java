// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.Content;
import io.linkerd.multus.installer.durable.DurableFiles;
import io.linkerd.multus.installer.durable.FileCalls;
import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.durable.Ownership;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.journal.Before;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.journal.JournalReading;
import io.linkerd.multus.installer.journal.JournalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** An installer's hands, without its threads: one life per object, from reading the journal to the end. */
final class Workbench implements NodeEvents {
    private static final int ROUNDS = 5;

    private final FakeNode node;
    private final JournalStore store;
    private final NodeFiles files;
    private final Ownership self;
    private final List<String> failures = new ArrayList<>();

    Workbench(FakeNode node, FileCalls calls) throws IOException {
        this.node = node;
        this.self = Ownership.ofThisProcess();
        var durable = new DurableFiles(calls, RandomGenerator.getDefault());
        this.store = new JournalStore(node.host("/var/lib/linkerd-multus"), durable, self);
        this.files = new NodeFiles(new HostRoot(node.host("")), store, durable, new FileObserver(), this);
    }

    /** Puts this version of plugin and kubeconfig on the node; whether that came to an end within a few rounds. */
    boolean install(String version) throws IOException, FileChangeFailed {
        var source = node.pod("source").resolve("linkerd-cni");
        if (!Files.exists(source) || !Files.readString(source).equals(FakeNode.script(version))) {
            node.source(version);
        }
        var plugin = (FileState.Regular) new FileObserver().observe(source);
        return converge(new Desired(
                Optional.of("kubernetes"),
                List.of("/etc", "/etc/cni", "/etc/cni/linkerd-multus"),
                List.of(
                        new DesiredFile(
                                FakeNode.PLUGIN,
                                new Content.Copy(source, plugin.fingerprint()),
                                self.withMode(0755),
                                true),
                        new DesiredFile(
                                FakeNode.KUBECONFIG,
                                new Content.Text(kubeconfig(version)),
                                self.withMode(0600),
                                false)),
                true));
    }

    /** Gives back everything; whether that came to an end. */
    boolean remove() throws FileChangeFailed {
        boolean done = converge(Desired.NOTHING);
        if (done) {
            store.delete();
            store.discardOriginalsNotIn(Journal.EMPTY);
        }
        return done;
    }

    static String kubeconfig(String version) {
        return "token: " + version + "\n" + "filler\n".repeat(500) + "end\n";
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    private boolean converge(Desired desired) throws FileChangeFailed {
        var journal = ((JournalReading.Found) store.load()).journal();
        files.removeLeftovers(journal);
        for (int round = 0; round < ROUNDS; round++) {
            var plan = NodePlan.of(desired, files.observe(desired, journal, Set.of()));
            if (!plan.changesSomething(journal)) {
                return plan.actions().isEmpty();
            }
            journal = files.apply(plan, journal).journal();
        }
        return false;
    }

    @Override
    public void wrote(String path, Reason reason) {}

    @Override
    public void gaveBack(String path, Before before) {}

    @Override
    public void forgot(String path, String note) {}

    @Override
    public void keptDirectory(String path) {}

    @Override
    public void failed(FileChangeFailed failure) {
        failures.add(String.valueOf(failure.getMessage()));
    }

    static Path directory(Path preset) {
        var memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : preset;
    }
}
