// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The daemon's configuration: one JSON object, which says how it serves, what configuration it makes for the container runtime, and what
 * holds for every request.
 *
 * @param cniConfigDir the folder of the container runtime's configurations
 * @param readinessIndicatorFile what has to be there before the daemon begins; the primary network's owner puts it there
 * @param defaults what holds for a request whose own configuration is not one of Multus
 * @param notices what the operator should know, though nothing is wrong with it
 */
public record DaemonConfig(
        ServerSettings server,
        LogSettings logging,
        ConfigSource source,
        Path cniConfigDir,
        Optional<Path> readinessIndicatorFile,
        ShimSettings shim,
        NetConf defaults,
        Overlay overlay,
        List<String> notices) {
    /** A ConfigMap holds 1 MiB at most. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(1 << 20).depth(500).values(20_000).build();

    private static final Path CNI_CONFIG_DIR = Path.of("/etc/cni/net.d");

    public DaemonConfig {
        notices = List.copyOf(notices);
    }

    /** {@return the file that the container runtime is given} */
    public Path multusConfig() {
        return cniConfigDir.resolve(source.fileName());
    }

    /** {@return whether the daemon makes the container runtime's configuration itself} */
    public boolean isAuto() {
        return source instanceof ConfigSource.Auto;
    }

    /** Reads the text of the file; all that is wrong with it is found at once. */
    public static DaemonConfigReading read(String text) {
        return switch (JsonText.read(text, LIMITS)) {
            case Result.Ok<JsonText>(var json) when json.root() instanceof JsonValue.Members object -> of(json, object);
            case Result.Ok<JsonText> _ -> DaemonConfigReading.Invalid.of("is not an object");
            case Result.Not<JsonText>(var reason) -> DaemonConfigReading.Invalid.of("is no JSON: " + reason);
        };
    }

    private static DaemonConfigReading of(JsonText json, JsonValue.Members object) {
        var fields = new ConfigFields(json, object);
        var server = ServerSettings.of(fields);
        var logging = LogSettings.of(fields);
        var source = ConfigSource.of(fields);
        var cniConfigDir = fields.path("cniConfigDir").orElse(CNI_CONFIG_DIR);
        var shim = ShimSettings.of(fields);
        var defaults = NetConf.of(fields);
        if (source.isEmpty() || !fields.problems().isEmpty()) {
            return new DaemonConfigReading.Invalid(fields.problems());
        }
        var overlay = Overlay.of(json, object, source.get() instanceof ConfigSource.Auto);
        return new DaemonConfigReading.Valid(new DaemonConfig(
                server,
                logging,
                source.get(),
                cniConfigDir,
                defaults.readinessIndicatorFile(),
                shim,
                defaults,
                overlay,
                notices(fields, server, logging)));
    }

    private static List<String> notices(ConfigFields fields, ServerSettings server, LogSettings logging) {
        var notices = new ArrayList<String>();
        fields.text("logLevel")
                .filter(name -> LogLevel.of(name).isEmpty())
                .ifPresent(name ->
                        notices.add("logLevel " + GoText.quote(name) + " is none of panic, error, verbose, debug"));
        if (logging.file().isPresent() || logging.level().isPresent()) {
            notices.add("logFile and logLevel are the shim's: the daemon logs to its standard output, at the level that"
                    + " LINKERD_MULTUS_LOG_LEVEL says");
        }
        if (server.perNodeCertificate().isPresent()) {
            notices.add(
                    "perNodeCertificate has no effect: the daemon is known to the API server by its service account");
        }
        if (server.profiling()) {
            notices.add("enablePprof has no effect: profiles of Go's are not served");
        }
        fields.strangers().stream()
                .map(key -> GoText.quote(key) + " means nothing to the daemon; requests are given it")
                .forEach(notices::add);
        return notices;
    }
}
