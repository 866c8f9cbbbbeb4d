// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import java.util.List;
import java.util.regex.Pattern;

/** Why a container runtime could not make a pod's network, by what Multus and Linkerd's plugin said to it. */
final class SandboxFailures {
    private static final String INSTALLER =
            "see the installer's pod of that node (linkerd-multus check names it): it puts plugin and kubeconfig there";

    /** What follows is the plugin's: libcni names the type, Multus the attachment. Kubeconfigs of others lie beside it. */
    private static final String PLUGIN = "(type=\"linkerd-cni\"|\\[[^\\]]*/linkerd-cni(:[^\\]]*)?\\]:).*";

    /** Multus says so of each error, and ends with what it was. */
    private static final String NO_ATTACHMENT = "cannot find a network-attachment-definition";

    private static final List<Cause> CAUSES = List.of(
            Cause.where(
                    "failed to find plugin \"linkerd-cni\"",
                    "its node has no program linkerd-cni where Multus looks for it",
                    INSTALLER + "; installer.cniBinDir has to be the folder that the message names"),
            Cause.where(
                    NO_ATTACHMENT + " \\(linkerd-cni\\).*not found",
                    "Multus found no attachment of that name there",
                    "annotate the namespace with linkerd.io/multus=enabled, so that the controller makes it; the kubelet"
                            + " tries again"),
            Cause.where(
                    NO_ATTACHMENT + ".*not found",
                    "the pod refers to an attachment of another owner, and Multus found none of that name there",
                    "make that NetworkAttachmentDefinition, or take its name out of the annotation"
                            + " k8s.v1.cni.cncf.io/networks of the pod's template"),
            Cause.where(
                    "namespace isolation enabled",
                    "Multus lets no pod refer to an attachment of that other namespace (namespaceIsolation)",
                    "take global.attachments.scope=PerNamespace, or a shared namespace that Multus has among its"
                            + " globalNamespaces (default is one)"),
            Cause.where(
                    PLUGIN + "(Unauthorized|the server has asked for the client to provide credentials)",
                    "the API server does not know the token of the plugin's kubeconfig",
                    INSTALLER + ", and renews the token"),
            Cause.where(
                    PLUGIN + "(kubeconfig|invalid configuration|no such file)",
                    "the plugin's kubeconfig is not where the attachment says",
                    INSTALLER + "; installer and attachments have to have one global.kubeconfigPath"),
            Cause.where(
                    "\\(shim\\): timed out waiting|multus\\.sock.*(connection refused|no such file|cannot connect)",
                    "Multus' daemon does not answer on its node",
                    "see Multus' pod of that node"),
            Cause.where(
                    "proxy-uid.*(invalid|parse|strconv)|strconv.*proxy-uid",
                    "the plugin cannot read the annotation config.linkerd.io/proxy-uid",
                    "write a whole number, or take the annotation off pod and namespace"),
            Cause.where(
                    "Multus: .*Unauthorized|error getting pod.*Unauthorized|getKubernetesDelegate.*Unauthorized",
                    "the API server does not know the token of Multus' own kubeconfig",
                    "restart Multus' pod of that node, which writes a new one"),
            Cause.where(
                    NO_ATTACHMENT,
                    "Multus could not read an attachment to which the pod refers",
                    "see what the message ends with, and Multus' pod of that node, by whose rights it asks"),
            Cause.where(
                    PLUGIN + "(iptables|nft)",
                    "the plugin could not make its redirect rules",
                    "take the iptables mode of the node (Linkerd's value iptablesMode: nft, legacy or plain)"),
            Cause.where(
                    PLUGIN,
                    "Linkerd's plugin failed",
                    "the message is the plugin's; its log is on the node, with log_level=debug of Linkerd's values"));

    private static final Cause OTHERWISE = new Cause(
            _ -> true,
            "the container runtime could not make its network",
            "the message is not of linkerd-multus: see the cluster's own network");

    /** What the kubelet, Multus' shim and its daemon put around the words that tell, and has nothing of the cause. */
    private static final Pattern AROUND = Pattern.compile(
            "^(\\(combined from similar events\\): )?Failed to create pod sandbox: rpc error: code = \\w+ desc = | for sandbox \"[0-9a-f]+\""
                    + "|'?ContainerID:\"[0-9a-f]+\" Netns:.{0,2000}? ERRORED: |(?<!\\s)\\s*+'?: StdinData: .*",
            Pattern.DOTALL);

    private SandboxFailures() {}

    /** {@return what an Event {@code FailedCreatePodSandBox} tells} */
    static Answer of(String message) {
        return Cause.of(AROUND.matcher(message).replaceAll(""), CAUSES, OTHERWISE);
    }
}
