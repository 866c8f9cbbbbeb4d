// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which cluster, and as whom: the options that Linkerd has every extension take, by the names that it gives them. */
final class ClusterOptions {
    /** Has each request told. */
    static final String VERBOSE = "--verbose";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "kubeconfig of the cluster (default: as kubectl's)")
    private Optional<String> kubeconfig = Optional.empty();

    @Option(names = "--context", paramLabel = "NAME", description = "context of the kubeconfig")
    private Optional<String> context = Optional.empty();

    @Option(
            names = "--api-addr",
            paramLabel = "HOST:PORT",
            description = "address of the API server, whatever the kubeconfig says")
    private Optional<String> address = Optional.empty();

    @Option(names = "--as", paramLabel = "USER", description = "user to ask as")
    private Optional<String> user = Optional.empty();

    @Option(names = "--as-group", paramLabel = "GROUP", description = "group to ask as; repeatable")
    private List<String> groups = new ArrayList<>();

    @Option(
            names = {"-L", "--linkerd-namespace"},
            paramLabel = "NAMESPACE",
            defaultValue = "${env:LINKERD_NAMESPACE:-linkerd}",
            description = "namespace of Linkerd's control plane (default: $LINKERD_NAMESPACE, or linkerd)")
    private String linkerd = "linkerd";

    @Option(names = VERBOSE, description = "say what is asked of the API server")
    private boolean verbose;

    Access access() {
        return new Access(kubeconfig, context, address, user, GoStrings.all(groups), verbose);
    }

    /** {@return the namespace of Linkerd's control plane} */
    String linkerd() {
        return linkerd;
    }
}
