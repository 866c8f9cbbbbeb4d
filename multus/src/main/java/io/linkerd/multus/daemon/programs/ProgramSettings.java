// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which programs are put on the node.
 *
 * @param names {@value #NAMES}: names of files, with commas between them; none where the value is empty
 * @param sources {@value #SOURCE}: the folders that have them, with commas between them; of a program that several have, the first one's counts
 * @param target {@value #TARGET}: the node's folder of plugins, where it is mounted here
 */
public record ProgramSettings(List<String> names, List<Path> sources, Path target) {
    private static final String NAMES = SettingsReader.PREFIX + "PROGRAMS";
    private static final String SOURCE = SettingsReader.PREFIX + "PROGRAM_SOURCE_DIR";
    private static final String TARGET = SettingsReader.PREFIX + "PROGRAM_TARGET_DIR";

    private static final List<String> SHIM_ALONE = List.of("multus-shim");
    private static final String OF_THE_IMAGE = "/opt/linkerd-multus/bin";

    /** Delegates are found and started under the same path of the node, {@code binDir}. */
    private static final String OF_THE_NODE = "/opt/cni/bin";

    public ProgramSettings {
        names = names.stream().distinct().toList();
        for (var name : names) {
            if (name.contains("/") || name.startsWith(".") || name.isBlank()) {
                throw new InvalidSetting(NAMES, name, "must be a plain file name");
            }
        }
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new InvalidSetting(SOURCE, "", "must name a folder");
        }
        sources.forEach(source -> requireAbsolute(SOURCE, source));
        requireAbsolute(TARGET, target);
    }

    /** Reads them from the environment. */
    public static ProgramSettings read(SettingsReader reader) {
        return new ProgramSettings(
                reader.items(NAMES, SHIM_ALONE),
                reader.items(SOURCE, List.of(OF_THE_IMAGE)).stream()
                        .map(Path::of)
                        .toList(),
                Path.of(reader.text(TARGET, OF_THE_NODE)));
    }

    /** {@return the file of a program, in the first folder that has it; where none has, in the first one} */
    Path source(String name) {
        return sources.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> sources.getFirst().resolve(name));
    }

    private static void requireAbsolute(String key, Path path) {
        if (!path.isAbsolute() || !path.normalize().equals(path)) {
            throw new InvalidSetting(key, path.toString(), "must be an absolute path without '..'");
        }
    }
}
