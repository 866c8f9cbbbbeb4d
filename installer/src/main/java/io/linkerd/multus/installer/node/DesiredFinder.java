// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.credentials.Kubeconfig;
import io.linkerd.multus.installer.credentials.PluginTokens;
import io.linkerd.multus.installer.kube.NamedKubeconfigs;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.platform.HostFolder;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.settings.ApiServerSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.NodeSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.kube.TrustAnchor;
import io.linkerd.multus.service.memory.LastAnswer;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Brings together what the node should have: plugins from this pod, a kubeconfig from token, trust anchor and address. */
@Singleton
final class DesiredFinder {
    private static final int PROGRAM_MODE = 0755;
    private static final int SECRET_MODE = 0600;
    private static final String ELSEWHERE = "set the chart value global.kubeconfigPath to another place";

    private final NodeSettings node;
    private final ApiServerSettings api;
    private final HostRoot host;
    private final PluginSource source;
    private final PluginTokens tokens;
    private final NamedKubeconfigs named;
    private final DesiredNetworks networks;
    private final PluginFolder folder;
    private final Ownership self;
    private final InstantSource clock;
    private final LastAnswer<String, Result<TrustAnchor>> anchor = new LastAnswer<>(DesiredFinder::anchor);

    DesiredFinder(
            InstallerSettings settings,
            HostRoot host,
            PluginSource source,
            PluginTokens tokens,
            NamedKubeconfigs named,
            DesiredNetworks networks,
            PluginFolder folder,
            Ownership self,
            Clocks clocks) {
        this.node = settings.node();
        this.api = settings.api();
        this.host = host;
        this.source = source;
        this.tokens = tokens;
        this.named = named;
        this.networks = networks;
        this.folder = folder;
        this.self = self;
        this.clock = clocks.wall();
    }

    /** {@return directories in this container whose changes matter, where links led to what we have changed among them} */
    Set<Path> watched(Result<Recognition> recognition, Journal journal) {
        var folders = new LinkedHashSet<Path>();
        folders.add(host.directory(node.netDirectory()));
        node.binDirectory()
                .or(() -> platformOf(recognition).map(NodePlatform::binDirectory))
                .map(host::directory)
                .ifPresent(folders::add);
        platformOf(recognition).map(networks::watched).ifPresent(folders::addAll);
        journal.entriesOf(EntryOwner.DAEMON).stream()
                .map(JournalEntry::folder)
                .distinct()
                .map(host::directory)
                .forEach(folders::add);
        var watched = new LinkedHashSet<Path>(tokens.watched());
        watched.add(source.directory());
        watched.addAll(folders);
        // A folder that is moved away takes its watch along: the one above it tells of the other that has its name now.
        folders.stream()
                .flatMap(folder -> Stream.ofNullable(folder.getParent()))
                .forEach(watched::add);
        return watched;
    }

    /** Looks once at everything that the desired state is made of. */
    Desired find(Result<Recognition> recognition, Journal journal) {
        var problems = new ArrayList<String>();
        var files = new ArrayList<DesiredFile>();
        known(recognition.then(this::plugins), problems).ifPresent(files::addAll);
        // Binaries first: without them a kubeconfig is only kept, never put on the node for the first time.
        if (!files.isEmpty() || journal.entry(node.kubeconfigPath()).isPresent()) {
            kubeconfig(problems).ifPresent(current -> {
                files.add(current);
                files.addAll(EarlierKubeconfigs.of(
                        journal, current, entry -> named.mayBe(entry.path()) && host.isMounted(entry.folder())));
                files.addAll(EarlierKubeconfigs.told(named.told(), journal, current, host));
            });
        }
        var desired = new Desired(EntryOwner.DAEMON, platformOf(recognition), files, List.of(), problems);
        return desired.platform()
                .map(platform -> networks.add(desired, platform, journal))
                .map(wanted -> EarlierKubeconfigs.withTroubled(wanted, journal, host))
                .orElse(desired);
    }

    private Result<List<DesiredFile>> plugins(Recognition recognised) {
        return folder.of(recognised)
                .then(directory -> source.observe(host.directory(directory))
                        .map(plugins -> plugins.stream()
                                .map(plugin -> new DesiredFile(
                                        directory + "/" + plugin.name(),
                                        new Content.Copy(plugin.file(), plugin.fingerprint()),
                                        self.withMode(PROGRAM_MODE),
                                        EntryKind.PLUGIN))
                                .toList()));
    }

    private Optional<DesiredFile> kubeconfig(List<String> problems) {
        var directory = new HostFolder(host, node.netDirectory()).writable("the kubeconfig is to be in it", ELSEWHERE);
        if (known(directory, problems).isEmpty()) {
            return Optional.empty();
        }
        var anchor = known(anchor(), problems);
        var token = known(tokens.current(), problems);
        token.filter(given -> given.isExpiredAt(clock.instant()))
                .ifPresent(ended -> problems.add("the plugin's token ended at " + ended.expiresAt()));
        return anchor.flatMap(ca -> token.map(given -> new DesiredFile(
                node.kubeconfigPath(),
                new Content.Text(new Kubeconfig(api.serverForPlugin(), ca, given).text()),
                self.withMode(SECRET_MODE),
                EntryKind.KUBECONFIG)));
    }

    private Result<TrustAnchor> anchor() {
        var file = api.cluster().caFile();
        try {
            return switch (anchor.apply(Files.readString(file))) {
                case Result.Ok<TrustAnchor> trusted -> trusted;
                case Result.Not<TrustAnchor>(var reason) ->
                    new Result.Not<>("the API server's CA " + file + " is of no use: " + reason);
            };
        } catch (IOException e) {
            return new Result.Not<>("the API server's CA " + file + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private static Result<TrustAnchor> anchor(String pem) {
        try {
            return new Result.Ok<>(new TrustAnchor(pem));
        } catch (IllegalArgumentException e) {
            return new Result.Not<>(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<NodePlatform> platformOf(Result<Recognition> recognition) {
        return known(recognition, new ArrayList<>()).map(Recognition::platform);
    }

    /** The value; what stands in its way goes to the problems. */
    private static <T> Optional<T> known(Result<T> result, List<String> problems) {
        return switch (result) {
            case Result.Ok<T>(var value) -> Optional.of(value);
            case Result.Not<T>(var reason) -> {
                problems.add(reason);
                yield Optional.empty();
            }
        };
    }
}
