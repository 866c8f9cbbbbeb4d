// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where and how the daemon serves, and who it is to the API server.
 *
 * @param chrootDir the root of the host, in which delegates are started; empty where they are started in the daemon's own
 * @param socketDir the folder of the socket, which its owner alone may enter; upstream empties it at the start, which is not done here
 * @param metricsPort empty where no metrics are served
 * @param profiling what {@code enablePprof} says
 * @param connectionLimit how many connections are served at a time; empty where upstream has no limit
 */
public record ServerSettings(
        Optional<Path> chrootDir,
        Path socketDir,
        OptionalInt metricsPort,
        boolean profiling,
        OptionalInt connectionLimit,
        Optional<PerNodeCertificate> perNodeCertificate) {
    private static final Path SOCKET_DIR = Path.of("/run/multus/");
    private static final String SOCKET = "multus.sock";
    private static final int LAST_PORT = 65535;

    /** {@return the socket that shims connect to} */
    public Path socket() {
        return socketDir.resolve(SOCKET);
    }

    static ServerSettings of(ConfigFields config) {
        return new ServerSettings(
                config.path("chrootDir"),
                config.path("socketDir").orElse(SOCKET_DIR),
                metricsPort(config),
                config.flag("enablePprof").orElse(false),
                connectionLimit(config),
                config.object("perNodeCertificate").flatMap(PerNodeCertificate::of));
    }

    private static OptionalInt metricsPort(ConfigFields config) {
        var port = config.whole("metricsPort");
        if (port.isPresent() && (port.getAsInt() < 0 || port.getAsInt() > LAST_PORT)) {
            config.problem("metricsPort", "is no TCP port", ExitCode.CONFIGURATION_INVALID);
        }
        return port.orElse(0) == 0 ? OptionalInt.empty() : port;
    }

    private static OptionalInt connectionLimit(ConfigFields config) {
        var limit = config.whole("connectionLimit");
        if (limit.isPresent() && limit.getAsInt() <= 0) {
            config.problem(
                    "connectionLimit", "must be greater than 0, got " + limit.getAsInt(), ExitCode.SERVER_NOT_STARTED);
        }
        return limit;
    }
}
