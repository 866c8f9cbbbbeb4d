// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.NetworkSettings;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.memory.LastAnswer;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The configuration of Linkerd's plugin, as Linkerd's own installer is given it: {@value NetworkSettings#INLINE} first, then the file that
 * {@value NetworkSettings#FILE} names, with {@code __KUBECONFIG_FILEPATH__} in either replaced by the kubeconfig's path on the node.
 */
@Singleton
public final class PluginConfiguration {
    private static final String KUBECONFIG = "__KUBECONFIG_FILEPATH__";

    private final NetworkSettings settings;
    private final String kubeconfig;
    private final LastAnswer<String, Result<CniConfig>> known = new LastAnswer<>(CniConfig::read);

    public PluginConfiguration(InstallerSettings settings) {
        this.settings = settings.network();
        this.kubeconfig = settings.node().kubeconfigPath();
    }

    /** {@return directories in this container whose changes matter} */
    List<Path> watched() {
        return settings.file().map(Path::getParent).stream().toList();
    }

    /** {@return the configuration as it is now; of two sources the first that is any good} */
    Result<CniConfig> current() {
        var inline = settings.inline().map(text -> read(NetworkSettings.INLINE, text));
        if (inline.filter(Result.Ok.class::isInstance).isPresent()
                || settings.file().isEmpty()) {
            return inline.orElseGet(() -> new Result.Not<>("the plugin's configuration is not given: set "
                    + NetworkSettings.INLINE + " or " + NetworkSettings.FILE));
        }
        return ofFile(settings.file().get());
    }

    private Result<CniConfig> ofFile(Path file) {
        try {
            return read(file.toString(), Files.readString(file));
        } catch (IOException e) {
            return new Result.Not<>(
                    "the plugin's configuration " + file + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    private Result<CniConfig> read(String source, String text) {
        return switch (known.apply(text.replace(KUBECONFIG, inString(kubeconfig)))) {
            case Result.Ok<CniConfig> config -> config;
            case Result.Not<CniConfig>(var reason) ->
                new Result.Not<>("the plugin's configuration in " + source + " is of no use: " + reason);
        };
    }

    private static String inString(String path) {
        var quoted = JsonEdit.quote(path);
        return quoted.substring(1, quoted.length() - 1);
    }
}
