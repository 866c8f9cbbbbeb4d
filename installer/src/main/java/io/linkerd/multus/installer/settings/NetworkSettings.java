// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The plugin's configuration, and where it goes.
 *
 * @param inline {@value #INLINE}: the configuration, as Linkerd's chart gives it
 * @param file {@value #FILE}: a file that holds it, in this container; it is followed
 * @param directory {@value #DIRECTORY}: a host path, where the mode writes; when given it wins over the platform's
 * @param cachedResults whether a removal takes the plugin out of what the runtime has cached of its pods, too
 */
public record NetworkSettings(
        Optional<String> inline, Optional<Path> file, Optional<String> directory, CachedResults cachedResults) {

    /** Linkerd's name for the configuration itself. */
    public static final String INLINE = "CNI_NETWORK_CONFIG";

    /** Linkerd's name for a file with the configuration. */
    public static final String FILE = "CNI_NETWORK_CONFIG_FILE";

    private static final String DIRECTORY = PREFIX + "NETWORK_DIR";

    public NetworkSettings {
        file.ifPresent(path -> NodeSettings.requireAbsolute(FILE, path.toString()));
        directory.ifPresent(path -> NodeSettings.requireAbsolute(DIRECTORY, path));
    }

    static NetworkSettings read(SettingsReader reader) {
        var inline = reader.text(INLINE);
        reader.sources().conceal(INLINE); // whoever's plugin it is may have a secret in it
        return new NetworkSettings(
                inline,
                reader.text(FILE).map(Path::of),
                reader.text(DIRECTORY),
                reader.oneOf(PREFIX + "CACHED_RESULTS", CachedResults.AUTO));
    }

    /** {@return whether there is a configuration at all} */
    public boolean isGiven() {
        return inline.isPresent() || file.isPresent();
    }

    /** Without the configuration itself, which is long, and may have a secret in it. */
    @Override
    public String toString() {
        return "NetworkSettings[inline=" + inline.map(config -> config.length() + " characters") + ", file=" + file
                + ", directory=" + directory + ", cachedResults=" + cachedResults + "]";
    }
}
