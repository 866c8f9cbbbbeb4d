// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Processes of operators of one API server, and what those write and read. */
final class Operators implements AutoCloseable {
    static final String NAMESPACE = "linkerd-multus";
    static final String ACCOUNT = "linkerd-multus-operator";

    private static final String USUAL = "1";
    private static final YAMLMapper YAML = new YAMLMapper();

    /** A process in the operator's own namespace; the usual one is told nothing that only some tests want. */
    private record Running(TetheredProcess process, boolean usual) {}

    private final Path folder;
    private final LoneApiServer server;
    private final List<TetheredProcess> others = new ArrayList<>();
    private Optional<Running> operator = Optional.empty();
    private int started;

    /** Starts none yet; all files are in the folder, which no other API server's operators use. */
    Operators(Path folder, LoneApiServer server) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.server = server;
    }

    /** Starts one in the operator's own namespace, in place of the one before. */
    void start(String version, Map<String, String> more) throws IOException {
        stop();
        var process = start(NAMESPACE, version, more);
        operator = Optional.of(new Running(process, version.equals(USUAL) && more.isEmpty()));
    }

    /** Starts the usual one where none runs. */
    void ensureStarted() throws IOException {
        if (!isAlive()) {
            start(USUAL, Map.of());
        }
    }

    /** Starts another one, in a namespace of its own. */
    void startAnother(String namespace) throws IOException {
        others.add(start(namespace, USUAL, Map.of()));
    }

    private TetheredProcess start(String namespace, String version, Map<String, String> more) throws IOException {
        var log = folder.resolve(namespace + "-" + ++started + ".log");
        return OperatorProcess.start(version, namespace, kubeconfig(namespace), log, more);
    }

    /** {@return the administrator's, with the account of the operator in that namespace as it is now} */
    Path kubeconfig(String namespace) throws IOException {
        var kubeconfig = YAML.readTree(server.kubectl().kubeconfig().toFile());
        ((ObjectNode) kubeconfig.at("/users/0"))
                .putObject("user")
                .put("token", server.admin().token(namespace, ACCOUNT));
        return Files.writeString(folder.resolve(namespace + ".kubeconfig"), kubeconfig.toString());
    }

    /** {@return whether one runs in the operator's own namespace} */
    boolean isAlive() {
        return operator.filter(running -> running.process().isAlive()).isPresent();
    }

    /** {@return what the one in the operator's own namespace has printed last} */
    String tail() {
        return operator.map(running -> running.process().tail()).orElse("no operator runs");
    }

    /** {@return whether the usual one runs, and no other} */
    boolean isUsual() {
        return isAlive() && others.isEmpty() && operator.filter(Running::usual).isPresent();
    }

    /** Kills the one in the operator's own namespace, as kill -9. */
    void stop() {
        operator.map(Running::process).ifPresent(TetheredProcess::close);
        operator = Optional.empty();
    }

    @Override
    public void close() {
        stop();
        others.forEach(TetheredProcess::close);
        others.clear();
    }
}
