// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What holds for one request: the CNI configuration that the container runtime sent, with the daemon's own laid over it. How the daemon logs
 * is not in it, since requests have no say in that.
 *
 * @param cniVersion the version of the configuration; empty where none is said
 * @param capabilities what the container runtime was told that Multus is capable of
 * @param prevResult the result of the plugin before, as it is written
 * @param confDir where configurations of networks are that no attachment holds
 * @param cniDir where the daemon keeps what it has to know of a pod after its ADD
 * @param binDir where delegates are
 * @param defaultNetworks networks of every pod but those of system namespaces, besides the primary one
 * @param readinessIndicatorFile what has to be there before anything is called; the daemon itself sees to it where it makes its own
 *     configuration
 * @param namespaceIsolation whether pods may only use attachments of their own namespace and of the global ones
 * @param auxiliaryCniChainName the folder of further plugins of every pod; empty where there is none
 * @param multusNamespace where attachments are that are named without a namespace in a configuration
 * @param retryDeleteOnError whether a failed DEL is kept for the next one
 * @param upstreamErrorCodes whether a failed ADD or CHECK is told in words alone, as upstream does
 * @param runtimeConfig what the container runtime says for each capability, as it is written
 */
public record NetConf(
        String cniVersion,
        String name,
        String type,
        Map<String, Boolean> capabilities,
        Optional<String> prevResult,
        Path confDir,
        Path cniDir,
        Path binDir,
        PrimaryNetwork primary,
        List<String> defaultNetworks,
        Optional<Path> readinessIndicatorFile,
        boolean namespaceIsolation,
        List<String> globalNamespaces,
        Optional<String> auxiliaryCniChainName,
        List<String> systemNamespaces,
        String multusNamespace,
        boolean retryDeleteOnError,
        boolean upstreamErrorCodes,
        SequencedMap<String, String> runtimeConfig) {
    private static final Path CONF_DIR = Path.of("/etc/cni/multus/net.d");
    private static final Path CNI_DIR = Path.of("/var/lib/cni/multus");
    private static final Path BIN_DIR = Path.of("/opt/cni/bin");
    private static final String SYSTEM_NAMESPACE = "kube-system";
    private static final String GLOBAL_NAMESPACE = "default";

    public NetConf {
        capabilities = Map.copyOf(capabilities);
        defaultNetworks = List.copyOf(defaultNetworks);
        globalNamespaces = List.copyOf(globalNamespaces);
        systemNamespaces = List.copyOf(systemNamespaces);
        runtimeConfig = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(runtimeConfig));
    }

    /** {@return what holds for a request to attach pods to their networks, or why it cannot be, in upstream's words} */
    public static Result<NetConf> read(JsonText config) {
        if (!(config.root() instanceof JsonValue.Members members)) {
            return new Result.Not<>("LoadNetConf: failed to load netconf: not a JSON object");
        }
        var fields = new ConfigFields(config, members);
        var read = of(fields);
        if (!fields.problems().isEmpty()) {
            return new Result.Not<>(fields.problems().stream()
                    .map(ConfigProblem::toString)
                    .collect(Collectors.joining("; ", "LoadNetConf: failed to load netconf: ", "")));
        }
        return read.primary instanceof PrimaryNetwork.Unsaid
                ? new Result.Not<>("LoadNetConf: at least one delegate/clusterNetwork must be specified")
                : new Result.Ok<>(read);
    }

    static NetConf of(ConfigFields config) {
        return new NetConf(
                config.text("cniVersion").orElse(""),
                config.text("name").orElse(""),
                config.text("type").orElse(""),
                config.flags("capabilities"),
                config.written("prevResult"),
                config.path("confDir").orElse(CONF_DIR),
                config.path("cniDir").orElse(CNI_DIR),
                config.path("binDir").orElse(BIN_DIR),
                PrimaryNetwork.of(config),
                config.texts("defaultNetworks").orElse(List.of()),
                config.path("readinessindicatorfile"),
                config.flag("namespaceIsolation").orElse(false),
                globalNamespaces(config.text("globalNamespaces").orElse(GLOBAL_NAMESPACE)),
                config.text("auxiliaryCNIChainName"),
                config.texts("systemNamespaces").orElse(List.of(SYSTEM_NAMESPACE)),
                config.text("multusNamespace").orElse(SYSTEM_NAMESPACE),
                config.flag("retryDeleteOnError").orElse(false),
                config.flag("upstreamErrorCodes").orElse(false),
                config.writtenMembers("runtimeConfig"));
    }

    private static List<String> globalNamespaces(String list) {
        return Stream.of(list.split(",", -1)).map(GoText::trim).toList();
    }
}
