// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.credentials.MintedTokens;
import io.linkerd.multus.installer.credentials.PluginTokens;
import io.linkerd.multus.installer.credentials.ProjectedTokens;
import io.linkerd.multus.installer.credentials.TokenRequests;
import io.linkerd.multus.installer.durable.DurableFiles;
import io.linkerd.multus.installer.durable.FileCalls;
import io.linkerd.multus.installer.durable.Ownership;
import io.linkerd.multus.installer.health.HealthServer;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.journal.JournalStore;
import io.linkerd.multus.installer.kube.ApiServer;
import io.linkerd.multus.installer.kube.DaemonSetWatch;
import io.linkerd.multus.installer.node.FileObserver;
import io.linkerd.multus.installer.node.HostRoot;
import io.linkerd.multus.installer.node.NodeFiles;
import io.linkerd.multus.installer.node.PluginSource;
import io.linkerd.multus.installer.retry.Clocks;
import io.linkerd.multus.installer.settings.CredentialSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Puts the installer together from its settings. */
@Factory
final class InstallerBeans {

    @Singleton
    Clocks clocks() {
        return Clocks.ofTheSystem();
    }

    @Singleton
    RandomGenerator random() {
        return RandomGenerator.getDefault();
    }

    @Singleton
    Wakeups wakeups() {
        return new Wakeups();
    }

    @Singleton
    Readiness readiness() {
        return new Readiness();
    }

    @Singleton
    Metrics metrics() {
        return new Metrics();
    }

    @Singleton
    HostRoot host(InstallerSettings settings) {
        return new HostRoot(settings.node().mountPrefix());
    }

    @Singleton
    DurableFiles durableFiles(RandomGenerator random) {
        return new DurableFiles(FileCalls.ofTheSystem(), random);
    }

    @Singleton
    JournalStore journal(InstallerSettings settings, HostRoot host, DurableFiles files) throws IOException {
        return new JournalStore(host.at(settings.node().stateDirectory()), files, Ownership.ofThisProcess());
    }

    @Singleton
    ApiServer api(InstallerSettings settings, Clocks clocks) {
        return new ApiServer(settings.api(), clocks.nanos());
    }

    @Singleton
    Fights fights(Clocks clocks) {
        return new Fights(clocks.nanos());
    }

    @Singleton
    ChangeLog changeLog(Metrics metrics, Fights fights, Clocks clocks) {
        return new ChangeLog(metrics, fights, clocks.wall());
    }

    @Singleton
    NodeFiles nodeFiles(HostRoot host, JournalStore store, DurableFiles files, ChangeLog changes) {
        return new NodeFiles(host, store, files, new FileObserver(), changes);
    }

    @Singleton
    NodeHold hold(InstallerSettings settings, JournalStore store, NodeFiles files, Readiness readiness) {
        return new NodeHold(store, files, "pod " + settings.release().podName(), readiness);
    }

    @Singleton
    DirectoryWatch directoryWatch(Wakeups wakeups) throws IOException {
        return new DirectoryWatch(FileSystems.getDefault().newWatchService(), wakeups::signal);
    }

    @Singleton
    PlatformFinder platform(
            InstallerSettings settings, ApiServer api, HostRoot host, RandomGenerator random, Wakeups wakeups) {
        return new PlatformFinder(
                settings.platform(), settings.release().nodeName(), api, host, random, wakeups::signal);
    }

    @Singleton
    PluginTokens tokens(
            InstallerSettings settings,
            ApiServer api,
            HostRoot host,
            Clocks clocks,
            RandomGenerator random,
            Wakeups wakeups) {
        return switch (settings.credentials()) {
            case CredentialSettings.Projected _ ->
                new ProjectedTokens(settings.api().tokenFile());
            case CredentialSettings.Minted minted -> {
                var requests = new TokenRequests(api, settings.release().namespace(), minted, clocks.wall());
                var kubeconfig = host.at(settings.node().kubeconfigPath());
                yield new MintedTokens(requests, kubeconfig, clocks, random, wakeups::signal);
            }
        };
    }

    @Singleton
    DesiredNode desired(InstallerSettings settings, HostRoot host, PluginTokens tokens, Clocks clocks)
            throws IOException {
        var source = new PluginSource(settings.node().pluginSource(), new FileObserver());
        return new DesiredNode(settings, host, source, tokens, Ownership.ofThisProcess(), clocks.wall());
    }

    @Singleton
    NodeKeeper keeper(
            NodeHold hold,
            PlatformFinder platform,
            DesiredNode desired,
            NodeFiles files,
            DirectoryWatch watch,
            Fights fights,
            ChangeLog changes,
            Readiness readiness,
            Metrics metrics,
            Wakeups wakeups,
            RandomGenerator random) {
        var parts = new NodeKeeper.NodeParts(platform, desired, files, watch, fights, changes, readiness, metrics);
        return new NodeKeeper(hold, parts, wakeups, random);
    }

    @Singleton
    InstallerLife life(
            InstallerSettings settings,
            NodeHold hold,
            NodeKeeper keeper,
            DirectoryWatch watch,
            PlatformFinder platform,
            PluginTokens tokens,
            NodeFiles files,
            ApiServer api,
            RandomGenerator random,
            Wakeups wakeups) {
        var daemonSet = settings.release()
                .daemonSet()
                .map(name -> new DaemonSetWatch(api, settings.release().namespace(), name, random));
        var minted = tokens instanceof MintedTokens keeps ? Optional.of(keeps) : Optional.<MintedTokens>empty();
        var departure = new Departure(daemonSet, settings.release().removeWhenUnreachable(), hold, files);
        return new InstallerLife(
                new InstallerLife.Crew(hold, keeper, watch, platform, minted, daemonSet, departure), wakeups);
    }

    @Singleton
    @Bean(preDestroy = "close")
    HealthServer health(InstallerSettings settings, Readiness readiness, Metrics metrics, InstallerLife life)
            throws IOException {
        return new HealthServer(
                settings.serving().healthPort(),
                () -> Stream.concat(readiness.reasons().stream(), life.notKnown().stream())
                        .toList(),
                metrics,
                life::isAlive);
    }
}
