// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.credentials.Kubeconfig;
import io.linkerd.multus.installer.credentials.PluginToken;
import io.linkerd.multus.installer.credentials.PluginTokens;
import io.linkerd.multus.installer.credentials.TokenState;
import io.linkerd.multus.installer.durable.Content;
import io.linkerd.multus.installer.durable.Ownership;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.kube.TrustAnchor;
import io.linkerd.multus.installer.node.Desired;
import io.linkerd.multus.installer.node.DesiredFile;
import io.linkerd.multus.installer.node.HostRoot;
import io.linkerd.multus.installer.node.PluginSource;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.settings.InstallerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Brings together what the node should have: plugins from this pod, a kubeconfig from token, trust anchor and address. */
final class DesiredNode {
    private static final int PROGRAM_MODE = 0755;
    private static final int SECRET_MODE = 0600;

    private final InstallerSettings settings;
    private final HostRoot host;
    private final PluginSource source;
    private final PluginTokens tokens;
    private final Ownership self;
    private final InstantSource clock;

    DesiredNode(
            InstallerSettings settings,
            HostRoot host,
            PluginSource source,
            PluginTokens tokens,
            Ownership self,
            InstantSource clock) {
        this.settings = settings;
        this.host = host;
        this.source = source;
        this.tokens = tokens;
        this.self = self;
        this.clock = clock;
    }

    /**
     * What there is to put on the node now.
     *
     * @param problems what is still waited for, or wrong, in plain words
     * @param token the one in the kubeconfig
     */
    record Wanted(Desired desired, List<String> problems, Optional<PluginToken> token) {
        Wanted {
            problems = List.copyOf(problems);
        }
    }

    /** Directories in this container whose changes matter. */
    List<Path> watched(Recognition recognition) {
        var watched = new ArrayList<Path>(tokens.watched());
        watched.add(source.directory());
        watched.add(host.at(settings.node().netDirectory()));
        binDirectory(recognition).map(host::at).ifPresent(watched::add);
        return watched;
    }

    /** Looks once at everything that the desired state is made of. */
    Wanted gather(Recognition recognition, Journal journal) {
        var gathering = new Gathering();
        switch (recognition) {
            case Recognition.Recognised recognised -> gathering.plugins(recognised);
            case Recognition.Undecided(var reason) -> gathering.problems.add(reason);
        }
        // Binaries first: without them a kubeconfig is only kept, never put on the node for the first time.
        if (!gathering.files.isEmpty()
                || journal.entry(settings.node().kubeconfigPath()).isPresent()) {
            gathering.kubeconfig();
        }
        var platform = recognition instanceof Recognition.Recognised(var known, var _, var _)
                ? Optional.of(known.label())
                : Optional.<String>empty();
        var desired = new Desired(
                platform, List.copyOf(gathering.directories), gathering.files, gathering.problems.isEmpty());
        return new Wanted(desired, gathering.problems, gathering.token);
    }

    private Optional<String> binDirectory(Recognition recognition) {
        return settings.node()
                .binDirectory()
                .or(() -> recognition instanceof Recognition.Recognised(var platform, var _, var _)
                        ? Optional.of(platform.binDirectory())
                        : Optional.empty());
    }

    /** One look, with what it has found so far. */
    private final class Gathering {
        private final List<DesiredFile> files = new ArrayList<>();
        private final TreeSet<String> directories = new TreeSet<>();
        private final List<String> problems = new ArrayList<>();
        private Optional<PluginToken> token = Optional.empty();

        void plugins(Recognition.Recognised recognised) {
            var directory =
                    settings.node().binDirectory().orElse(recognised.platform().binDirectory());
            if (!isUsable(
                    directory,
                    "platform",
                    "the node was recognised as " + recognised.platform().label() + ", since " + recognised.reason())) {
                return;
            }
            switch (source.observe()) {
                case PluginSource.Plugins.Missing(var reason) -> problems.add(reason);
                case PluginSource.Plugins.Ready(var plugins) -> {
                    for (var plugin : plugins) {
                        files.add(new DesiredFile(
                                directory + "/" + plugin.name(),
                                new Content.Copy(plugin.file(), plugin.fingerprint()),
                                self.withMode(PROGRAM_MODE),
                                true));
                    }
                }
            }
        }

        void kubeconfig() {
            if (!isUsable(settings.node().netDirectory(), "global.kubeconfigPath", "the kubeconfig is to be in it")) {
                return;
            }
            var anchor = anchor();
            switch (tokens.current()) {
                case TokenState.Missing(var reason) -> problems.add(reason);
                case TokenState.Available(var available) -> {
                    token = Optional.of(available);
                    if (available.isExpiredAt(clock.instant())) {
                        problems.add("the plugin's token ended at " + available.expiresAt());
                    }
                    anchor.ifPresent(ca -> files.add(new DesiredFile(
                            settings.node().kubeconfigPath(),
                            new Content.Text(new Kubeconfig(settings.api().serverForPlugin(), ca, available).text()),
                            self.withMode(SECRET_MODE),
                            false)));
                }
            }
        }

        private Optional<TrustAnchor> anchor() {
            var file = settings.api().caFile();
            try {
                return Optional.of(new TrustAnchor(Files.readString(file)));
            } catch (IOException e) {
                problems.add("the API server's CA " + file + " cannot be read: " + e.getMessage());
            } catch (IllegalArgumentException e) {
                problems.add("the API server's CA " + file + " is of no use: " + e.getMessage());
            }
            return Optional.empty();
        }

        private boolean isUsable(String directory, String chartValue, String why) {
            if (!host.isMounted(directory)) {
                problems.add(directory + " of the host is not mounted into the installer, or is read-only there (" + why
                        + "); look at the chart value " + chartValue);
                return false;
            }
            for (var at = Path.of(directory); at != null && at.getNameCount() > 0; at = at.getParent()) {
                directories.add(at.toString());
            }
            return true;
        }
    }
}
