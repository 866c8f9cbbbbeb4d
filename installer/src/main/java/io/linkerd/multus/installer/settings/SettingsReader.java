// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Turns the environment into records, and gathers problems instead of stopping at the first. An empty value is none. */
final class SettingsReader {
    private static final String PROJECTED = "/var/run/secrets/kubernetes.io/serviceaccount";

    private final Map<String, String> environment;
    private final List<SettingProblem> problems = new ArrayList<>();

    SettingsReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    InstallerSettings read() throws InvalidSettings {
        KnownKeys.unknown(environment).forEach(problems::add);
        var mode = oneOf(KnownKeys.MODE, ModeSetting.AUTO, ModeSetting.class);
        var platform = oneOf(KnownKeys.PLATFORM, PlatformSetting.AUTO, PlatformSetting.class);
        var node = record(this::node);
        var api = record(this::api);
        var credentials = record(this::credentials);
        var release = record(this::release);
        var serving = record(this::serving);
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new InstallerSettings(
                mode,
                platform,
                node.orElseThrow(),
                api.orElseThrow(),
                credentials.orElseThrow(),
                release.orElseThrow(),
                serving.orElseThrow());
    }

    private NodeSettings node() {
        return new NodeSettings(
                Path.of(text("CONTAINER_MOUNT_PREFIX").orElse("/host")),
                text("DEST_CNI_BIN_DIR"),
                text("DEST_CNI_NET_DIR").orElse("/etc/cni/net.d"),
                text("KUBECONFIG_FILE_NAME").orElse("ZZZ-linkerd-cni-kubeconfig"),
                Path.of(text("CONTAINER_CNI_BIN_DIR").orElse("/opt/cni/bin")),
                text(KnownKeys.STATE_DIR).orElse("/var/lib/linkerd-multus"));
    }

    private ApiServerSettings api() {
        var directory = serviceAccountDirectory();
        var port = parsed("KUBERNETES_SERVICE_PORT", required("KUBERNETES_SERVICE_PORT", "443"), Integer::valueOf, 443);
        var host = required("KUBERNETES_SERVICE_HOST", "localhost");
        var caFile = text("KUBE_CA_FILE").map(Path::of).orElse(directory.resolve("ca.crt"));
        return new ApiServerSettings(host, port, caFile, directory, text(KnownKeys.KUBECONFIG_SERVER));
    }

    private CredentialSettings credentials() {
        var lifetime = text(KnownKeys.TOKEN_LIFETIME).orElse("24h");
        var duration = parsed(KnownKeys.TOKEN_LIFETIME, lifetime, Durations::parse, Duration.ofHours(24));
        return text(KnownKeys.PLUGIN_SERVICE_ACCOUNT)
                .<CredentialSettings>map(account -> new CredentialSettings.Minted(account, duration))
                .orElseGet(CredentialSettings.Projected::new);
    }

    private ReleaseSettings release() {
        var namespace = text(KnownKeys.NAMESPACE).or(this::projectedNamespace);
        if (namespace.isEmpty()) {
            problems.add(new SettingProblem(KnownKeys.NAMESPACE, "", "is required outside a pod"));
        }
        return new ReleaseSettings(
                text(KnownKeys.RELEASE).orElse("linkerd-multus"),
                namespace.orElse("default"),
                text(KnownKeys.DAEMON_SET),
                text(KnownKeys.POD_NAME).or(() -> text("HOSTNAME")).orElse("installer"),
                text(KnownKeys.NODE_NAME),
                oneOf(KnownKeys.REMOVE_WHEN_UNREACHABLE, YesNo.FALSE, YesNo.class) == YesNo.TRUE);
    }

    private ServingSettings serving() {
        var port = text(KnownKeys.HEALTH_PORT).orElse("8080");
        return new ServingSettings(
                parsed(KnownKeys.HEALTH_PORT, port, Integer::valueOf, 8080),
                text(KnownKeys.LOG_LEVEL).orElse("info"));
    }

    private enum YesNo {
        TRUE,
        FALSE
    }

    private Path serviceAccountDirectory() {
        return Path.of(text(KnownKeys.SERVICE_ACCOUNT_DIR).orElse(PROJECTED));
    }

    private Optional<String> projectedNamespace() {
        try {
            return Optional.of(Files.readString(serviceAccountDirectory().resolve("namespace"))
                    .strip());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(environment.get(key)).map(String::strip).filter(value -> !value.isEmpty());
    }

    private String required(String key, String placeholder) {
        var value = text(key);
        if (value.isEmpty()) {
            problems.add(new SettingProblem(key, "", "is required"));
        }
        return value.orElse(placeholder);
    }

    private <T> T parsed(String key, String value, Function<String, T> parse, T placeholder) {
        try {
            return parse.apply(value);
        } catch (NumberFormatException _) {
            problems.add(new SettingProblem(key, value, "must be a whole number"));
        } catch (IllegalArgumentException e) {
            problems.add(new SettingProblem(key, value, String.valueOf(e.getMessage())));
        }
        return placeholder;
    }

    private <E extends Enum<E>> E oneOf(String key, E preset, Class<E> type) {
        var given = text(key);
        if (given.isEmpty()) {
            return preset;
        }
        var choices = type.getEnumConstants();
        for (var choice : choices) {
            if (choice.name().equalsIgnoreCase(given.get())) {
                return choice;
            }
        }
        var names = Arrays.stream(choices)
                .map(c -> c.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        problems.add(new SettingProblem(key, given.get(), "must be one of " + names));
        return preset;
    }

    private <T> Optional<T> record(Supplier<T> make) {
        try {
            return Optional.of(make.get());
        } catch (InvalidSetting e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }
}
