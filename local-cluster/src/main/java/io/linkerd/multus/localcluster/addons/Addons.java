// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.addons;

import io.linkerd.multus.localcluster.plan.Addresses;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Makes a bare Kubernetes one of its profile. */
public final class Addons {
    /** Upstream's Multus, where its own image has it. */
    public static final String MULTUS_IMAGE = "localhost/linkerd-multus-cluster/multus:4.3.0";
    /** The cluster's DNS. */
    public static final String COREDNS_IMAGE = "localhost/linkerd-multus-cluster/coredns:1";
    /** OpenShift's own definitions, which are taken from its module when the tools are built. */
    private static final List<String> OPENSHIFT_DEFINITIONS = List.of(
            "0000_03_config-operator_01_securitycontextconstraints.crd.yaml",
            "0000_00_cluster-version-operator_01_clusterversions-Default.crd.yaml");

    private static final Duration ESTABLISHED = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Kubectl kubectl;
    private final Profile profile;
    private final Path definitions;

    /**
     * Prepares for one cluster.
     *
     * @param definitions the folder of OpenShift's definitions
     */
    public Addons(Kubectl kubectl, Profile profile, Path definitions) {
        this.kubectl = kubectl;
        this.profile = profile;
        this.definitions = definitions;
    }

    /** Returns what is applied, in people's words. */
    public String description() {
        return switch (profile) {
            case OPENSHIFT -> "OpenShift's SCCs and cluster version, Multus and DNS";
            case PLAIN -> "Multus and DNS";
            case PLAIN_WITH_OUR_MULTUS, PLAIN_WITHOUT_MULTUS -> "DNS";
        };
    }

    /** Applies everything; nothing is waited for but that kinds exist before their objects. */
    public void apply() throws IOException, InterruptedException {
        define();
        kubectl.apply(objects());
        if (profile == Profile.OPENSHIFT) {
            kubectl.apply(Manifests.read("/cluster/openshift-version-status.yaml", Map.of()), "--subresource=status");
        }
    }

    /** Makes the kinds of objects known that a cluster of the profile has beside Kubernetes' own. */
    public void define() throws IOException, InterruptedException {
        var definitions = definitions();
        if (definitions.isEmpty()) {
            return;
        }
        define(kubectl, definitions);
    }

    /** Applies definitions, and waits until objects of their kinds can be made. */
    public static void define(Kubectl kubectl, String definitions) throws IOException, InterruptedException {
        kubectl.apply(definitions);
        var wait = new String[] {"wait", "--for=condition=Established", "--timeout=60s", "crd", "--all"};
        // At first a definition's conditions are null, which kubectl takes for an error and does not wait.
        if (!Await.holds(ESTABLISHED, POLL, () -> kubectl.attempt("", wait).succeeded())) {
            kubectl.run(wait); // says what is wrong
        }
    }

    /** Waits until the nodes named, DNS and, where the cluster brings one, Multus are ready. */
    public void await(List<String> nodes) throws IOException, InterruptedException {
        for (var node : nodes) { // one by one: where two are missing, kubectl gives up at once
            kubectl.run("wait", "--for=create", "--timeout=60s", "node/" + node);
        }
        if (profile.bringsMultus()) {
            kubectl.run("rollout", "status", "--timeout=180s", "--namespace", multusNamespace(), "daemonset");
        }
        kubectl.run("wait", "--for=condition=Ready", "--timeout=60s", "node", "--all");
        kubectl.run("rollout", "status", "--timeout=120s", "--namespace", "kube-system", "deployment/coredns");
        if (profile == Profile.OPENSHIFT) {
            kubectl.run("label", "node", "--all", "--overwrite", "node-role.kubernetes.io/worker=");
        }
    }

    private String definitions() throws IOException {
        if (!profile.bringsMultus()) {
            return "";
        }
        var documents = new StringBuilder(Manifests.read("/cluster/network-attachment-definitions.crd.yaml", Map.of()));
        if (profile == Profile.OPENSHIFT) {
            for (var definition : OPENSHIFT_DEFINITIONS) {
                documents.append("---\n").append(Files.readString(definitions.resolve(definition)));
            }
        }
        return documents.toString();
    }

    private String objects() {
        var values = Map.of(
                "MULTUS_IMAGE",
                MULTUS_IMAGE,
                "COREDNS_IMAGE",
                COREDNS_IMAGE,
                "DNS_ADDRESS",
                Addresses.DNS_SERVICE,
                // With OpenShift the namespace's range says which.
                "DNS_USER",
                profile == Profile.OPENSHIFT ? "" : "runAsUser: 65532");
        var files = switch (profile) {
            case OPENSHIFT ->
                List.of(
                        "/cluster/openshift-sccs.yaml",
                        "/cluster/openshift-version.yaml",
                        "/cluster/openshift-multus.yaml",
                        "/cluster/coredns.yaml");
            case PLAIN -> List.of("/cluster/plain-multus.yaml", "/cluster/coredns.yaml");
            case PLAIN_WITH_OUR_MULTUS, PLAIN_WITHOUT_MULTUS -> List.of("/cluster/coredns.yaml");
        };
        return String.join(
                "---\n",
                files.stream().map(file -> Manifests.read(file, values)).toList());
    }

    private String multusNamespace() {
        return profile == Profile.OPENSHIFT ? "openshift-multus" : "kube-system";
    }
}
