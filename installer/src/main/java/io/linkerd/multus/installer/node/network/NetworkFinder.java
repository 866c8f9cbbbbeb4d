// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.platform.HostFolder;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.ModeSetting;
import io.linkerd.multus.installer.settings.NetworkSettings;
import io.linkerd.multus.service.files.FileTrouble;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out which mode the node is in, looks at its directory, and asks it what is to be there. */
@Singleton
public final class NetworkFinder {
    private final ModeSetting mode;
    private final NetworkSettings settings;
    private final String kubeconfig;
    private final String runtimeDirectory;
    private final HostRoot host;
    private final NetworkReader reader;
    private final PluginConfiguration configuration;

    public NetworkFinder(
            InstallerSettings settings, HostRoot host, NetworkReader reader, PluginConfiguration configuration) {
        this.mode = settings.mode();
        this.settings = settings.network();
        this.kubeconfig = settings.node().kubeconfigPath();
        this.runtimeDirectory = settings.node().netDirectory();
        this.host = host;
        this.reader = reader;
        this.configuration = configuration;
    }

    /** {@return directories in this container whose changes matter} */
    public List<Path> watched(NodePlatform platform) {
        var watched = new ArrayList<>(configuration.watched());
        if (mode(platform) instanceof Result.Ok<Mode>(var known)) {
            known.directory().map(host::directory).ifPresent(watched::add);
        }
        return watched;
    }

    /**
     * Looks once.
     *
     * @param converted host paths of lists that we have made of single networks before
     * @param others host paths of what verbs have put on the node
     */
    public Result<NetworkPlan> find(NodePlatform platform, Set<String> converted, Set<String> others) {
        return mode(platform)
                .then(known -> known.directory().isEmpty()
                        ? new Result.Ok<>(NetworkPlan.NOTHING)
                        : configuration
                                .current()
                                .then(config -> find(known, known.directory().get(), config, converted, others)));
    }

    private Result<NetworkPlan> find(
            Mode known, String directory, CniConfig config, Set<String> converted, Set<String> others) {
        var folder = new HostFolder(host, directory);
        return folder.writable(
                        "the mode " + known.label() + " writes there",
                        folder.orTarget("installer.networkDir", "look at the chart value global.mode"))
                .then(_ -> plan(known, directory, config, converted, others));
    }

    private Result<NetworkPlan> plan(
            Mode known, String directory, CniConfig config, Set<String> converted, Set<String> others) {
        try {
            return new Result.Ok<>(known.plan(reader.directory(directory), config, converted, others));
        } catch (IOException e) {
            return new Result.Not<>(directory + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private Result<Mode> mode(NodePlatform platform) {
        return switch (mode) {
            case NAD -> new Result.Ok<>(new Attached());
            case AUTO -> new Result.Ok<>(settings.isGiven() ? chained() : new Attached());
            case CHAINED -> new Result.Ok<>(chained());
            case FILE -> in(Optional.of(platform.multusDirectory())).map(where -> new StandAlone(where, kubeconfig));
            case AUXILIARY -> in(platform.auxiliaryDirectory()).map(where -> new Auxiliary(where, kubeconfig));
        };
    }

    private Mode chained() {
        return new Chained(settings.directory().orElse(runtimeDirectory));
    }

    private Result<String> in(Optional<String> ofPlatform) {
        return settings.directory()
                .or(() -> ofPlatform)
                .<Result<String>>map(Result.Ok::new)
                .orElseGet(() -> new Result.Not<>("no directory is known for the mode " + mode
                        + " on this platform; say one (LINKERD_MULTUS_NETWORK_DIR)"));
    }
}
