// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.ExcludedNamespaces;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a controller goes by, from the environment of its Deployment.
 *
 * @param namespace of the release
 * @param instance the release
 * @param cni where the configuration of Linkerd's plugin comes from
 * @param scope where attachments are
 * @param adopts whether those of the attach operator are taken over
 * @param controlPlane Linkerd's namespace
 * @param excluded namespaces that are left alone
 * @param owner name of the ClusterRole that owns what is written; empty where none is to own it
 * @param sccs the bindings that let service accounts run under an SCC
 * @param policyLease the binding that lets Linkerd's policy controller make its Lease
 */
public record ControllerRules(
        String namespace,
        Instance instance,
        Cni cni,
        AttachmentScope scope,
        boolean adopts,
        String controlPlane,
        ExcludedNamespaces excluded,
        Optional<String> owner,
        DesiredBindings sccs,
        DesiredBindings policyLease) {
    /** What the names of our variables begin with. */
    public static final String PREFIX = "LINKERD_MULTUS_";

    /**
     * Where the configuration of Linkerd's plugin comes from, and where on the nodes it finds its kubeconfig.
     *
     * @param namespace of Linkerd's ConfigMap
     * @param configMap its name
     * @param key under which it has the configuration
     * @param kubeconfigPath that attachments are to name
     * @param installer name of the DaemonSet that writes it
     */
    public record Cni(String namespace, String configMap, String key, String kubeconfigPath, String installer) {}

    /** {@return the environment of the controller that the chart installs under its usual name, where nothing else was chosen} */
    public static Map<String, String> usual() {
        return Map.of(
                PREFIX + "OWNER",
                LinkerdMultus.NAME + "-owner",
                PREFIX + "EXCLUDED_NAMESPACES",
                LinkerdMultus.NAME + ",kube-system,kube-public,kube-node-lease");
    }

    /**
     * {@return what a controller with that environment goes by}
     *
     * @param namespace of the release
     * @param linkerd namespace of Linkerd's control plane, where the environment does not say it
     */
    public static Result<ControllerRules> of(Map<String, String> environment, String namespace, String linkerd) {
        var told = new Told(environment);
        var release = told.text("RELEASE", LinkerdMultus.NAME);
        var controlPlane = told.text("CONTROL_PLANE_NAMESPACE", linkerd);
        var place = told.text("ATTACHMENT_NAMESPACE", AttachmentScope.OPEN);
        if (!ObjectNames.isLabel(place)) {
            return new Result.Not<>("its variable " + PREFIX + "ATTACHMENT_NAMESPACE is no name of a namespace");
        }
        return WebhookRules.scope(told.text("ATTACHMENT_SCOPE", "per-namespace"))
                .map(kind -> new ControllerRules(
                        namespace,
                        new Instance(release),
                        cni(told, release),
                        new AttachmentScope(kind, place),
                        told.flag("ADOPT_ATTACHMENTS", false),
                        controlPlane,
                        excluded(environment),
                        told.said("OWNER"),
                        DesiredBindings.ofScc(
                                release,
                                told.text("SCC", "system:openshift:scc:nonroot-v2"),
                                told.serviceAccounts("SCC_SERVICE_ACCOUNTS", controlPlane)),
                        DesiredBindings.ofPolicyLease(release, told.flag("POLICY_LEASE", true), controlPlane)));
    }

    private static Cni cni(Told told, String release) {
        return new Cni(
                told.text("CNI_NAMESPACE", "linkerd-cni"),
                told.text("CNI_CONFIG_MAP", "linkerd-cni-config"),
                told.text("CNI_CONFIG_KEY", Linkerd.CNI_CONFIG_KEY),
                told.text("KUBECONFIG_PATH", "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig"),
                told.text("INSTALLER", release + "-installer"));
    }

    /** {@return the namespaces that a controller with that environment leaves alone} */
    static ExcludedNamespaces excluded(Map<String, String> environment) {
        var told = new Told(environment);
        return new ExcludedNamespaces(
                Set.copyOf(told.items("EXCLUDED_NAMESPACES", "kube-system,kube-public,kube-node-lease")),
                told.flag("EXCLUDE_OPENSHIFT", true));
    }
}
