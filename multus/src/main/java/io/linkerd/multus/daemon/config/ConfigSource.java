// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.nio.file.Path;
import java.util.Optional;

/** Where the configuration of Multus comes from that the container runtime is given: {@code multusConfigFile}. */
public sealed interface ConfigSource {

    /** {@return the name of the file that the container runtime is given} */
    String fileName();

    /** {@return what it is read from: a folder, or a file} */
    Path origin();

    /**
     * It is made from the configuration of the primary network.
     *
     * @param directory where the primary network's configuration is looked for
     * @param masterCni its file; empty where it is chosen
     * @param cniVersion the version of what is made
     * @param forceCniVersion whether the primary network's own file is made to say that version, too
     * @param overrideNetworkName whether what is made has the primary network's name
     */
    record Auto(
            Path directory,
            Optional<String> masterCni,
            SemanticVersion cniVersion,
            boolean forceCniVersion,
            boolean overrideNetworkName)
            implements ConfigSource {
        /** The first name of all: a container runtime takes the first configuration of its folder. */
        public static final String FILE_NAME = "00-multus.conf";

        @Override
        public String fileName() {
            return FILE_NAME;
        }

        @Override
        public Path origin() {
            return directory;
        }
    }

    /** A user wrote it. */
    record UserSupplied(Path file, String fileName) implements ConfigSource {
        @Override
        public Path origin() {
            return file;
        }
    }

    /** {@return the source; empty where a problem is noted} */
    static Optional<ConfigSource> of(ConfigFields config) {
        var file =
                config.path("multusConfigFile").filter(path -> !path.toString().equals("auto"));
        var directory = config.path("multusAutoconfigDir");
        var master = config.path("multusMasterCNI").map(Path::toString);
        boolean force = config.flag("forceCNIVersion").orElse(false);
        boolean override = config.flag("overrideNetworkName").orElse(false);
        var version = config.text("cniVersion");
        if (file.isPresent()) {
            return userSupplied(config, file.get());
        }
        var read = version.flatMap(SemanticVersion::read);
        if (read.isEmpty()) {
            noPrimary(config, "cniVersion", version.isPresent() ? "is not a version like 1.1.0" : "is required");
        }
        if (directory.isEmpty()) {
            noPrimary(config, "multusAutoconfigDir", "is required");
        }
        return read.flatMap(
                cniVersion -> directory.map(folder -> new Auto(folder, master, cniVersion, force, override)));
    }

    private static Optional<ConfigSource> userSupplied(ConfigFields config, Path file) {
        if (file.getFileName() == null) {
            config.problem("multusConfigFile", "is not a file", ExitCode.CONFIGURATION_INVALID);
            return Optional.empty();
        }
        return Optional.of(new UserSupplied(file, file.getFileName().toString()));
    }

    private static void noPrimary(ConfigFields config, String field, String rule) {
        config.problem(field, rule + " where multusConfigFile is auto", ExitCode.NO_PRIMARY_NETWORK);
    }
}
