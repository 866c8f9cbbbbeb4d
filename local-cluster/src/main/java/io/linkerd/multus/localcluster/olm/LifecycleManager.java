// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.olm;

import io.linkerd.multus.localcluster.addons.Addons;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The Operator Lifecycle Manager of one cluster, where OpenShift has it. */
public final class LifecycleManager {
    /** Where catalogs are that everybody may subscribe to. */
    public static final String CATALOGS = "openshift-marketplace";

    private static final String NAMESPACE = "openshift-operator-lifecycle-manager";

    private final Kubectl kubectl;
    private final Path definitions;

    /** Its images are on the nodes. */
    public LifecycleManager(Kubectl kubectl, OlmPrograms programs) {
        this.kubectl = kubectl;
        this.definitions = programs.manager().resolve("crds");
    }

    /** Puts it there, and waits until it works. */
    public void install() throws IOException, InterruptedException {
        var documents = new StringBuilder();
        try (var files = Files.list(definitions)) {
            for (var file : files.sorted().toList()) {
                documents.append("---\n").append(Files.readString(file));
            }
        }
        Addons.define(kubectl, documents.toString());
        kubectl.apply(Manifests.read(
                "/cluster/olm.yaml",
                Map.of(
                        "NAMESPACE",
                        NAMESPACE,
                        "CATALOGS",
                        CATALOGS,
                        "MANAGER_IMAGE",
                        OlmPrograms.MANAGER_IMAGE,
                        "OPM_IMAGE",
                        OlmPrograms.OPM_IMAGE,
                        "VERSION",
                        OlmPrograms.VERSION)));
        for (var operator : new String[] {"olm-operator", "catalog-operator"}) {
            kubectl.run("rollout", "status", "--timeout=120s", "--namespace", NAMESPACE, "deployment/" + operator);
        }
        // Succeeded is said when the API server has seen it answer.
        kubectl.run(
                "wait",
                "--for=jsonpath={.status.phase}=Succeeded",
                "--timeout=180s",
                "--namespace=" + NAMESPACE,
                "clusterserviceversion/packageserver");
    }
}
