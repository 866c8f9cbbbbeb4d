// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Metrics.Family;
import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.platform.PlatformFinder;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.DirectoryWatch;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Secondary;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** What the node is changed with; durable files and the journal know no container of beans. */
@Factory
final class NodeBeans {
    @Singleton
    Ownership self() throws IOException {
        return Ownership.ofThisProcess();
    }

    @Singleton
    @Secondary
    FileCalls calls() {
        return FileCalls.ofTheSystem();
    }

    @Singleton
    @Secondary
    Pauses pauses() {
        return Thread::sleep;
    }

    @Singleton
    @Secondary
    Boot boot() {
        return Boot.current();
    }

    @Singleton
    DurableFiles files(FileCalls calls, RandomGenerator random) {
        return new DurableFiles(calls, random);
    }

    @Singleton
    @Bean(preDestroy = "close")
    DirectoryWatch directories(Wakeups wakeups, Metrics metrics) {
        return new DirectoryWatch(
                wakeups,
                (key, wanted) -> new News(wanted).isTold(key),
                watching -> metrics.set(Family.WATCHING, watching ? 1 : 0));
    }

    @Singleton
    StateFolder state(InstallerSettings settings, HostRoot host) {
        return StateFolder.of(settings.node(), host);
    }

    @Singleton
    RuntimeCache cache(InstallerSettings settings, HostRoot host, DurableFiles files, PlatformFinder platform) {
        return new RuntimeCache(host, files, settings.network().cachedResults(), platform::runtime);
    }

    @Singleton
    JournalStore journal(StateFolder state, DurableFiles files, Ownership self) {
        return new JournalStore(state.path(), files, self);
    }
}
