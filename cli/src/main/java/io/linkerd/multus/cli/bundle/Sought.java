// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.names.Multus;
import java.util.List;
import java.util.stream.Stream;

/**
 * Objects that are for a maintainer.
 *
 * @param file in the bundle, without its ending
 * @param root of the API group
 * @param plural as URLs have it
 * @param namespaced whether a user of one namespace may see some of them
 * @param query what selects them
 */
record Sought(String file, String root, String plural, boolean namespaced, String query, Keep keep) {
    private static final String OURS = "labelSelector=" + LinkerdMultus.PART_OF_LABEL + "%3D" + LinkerdMultus.NAME;
    private static final String KEPT =
            "labelSelector=" + LinkerdMultus.MANAGED_BY_LABEL + "%3D" + LinkerdMultus.MANAGED_BY;
    private static final String ALL = "";
    private static final String CORE = "/api/v1";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1";
    private static final String PLATFORM = "/apis/security.openshift.io/v1";

    /** {@return our pods, by which logs and health are found} */
    static Sought ourPods() {
        return ours(CORE, "pods");
    }

    /** {@return all others, in the order in which they are asked for; no Secret is among them} */
    static List<Sought> all() {
        return Stream.of(
                        Stream.of(
                                ours("/apis/apps/v1", "deployments"),
                                ours("/apis/apps/v1", "daemonsets"),
                                ours("/apis/apps/v1", "replicasets"),
                                ours(CORE, "configmaps"),
                                ours(CORE, "services"),
                                ours(CORE, "serviceaccounts"),
                                ours("/apis/networking.k8s.io/v1", "networkpolicies"),
                                ours("/apis/policy/v1", "poddisruptionbudgets"),
                                ours(RBAC, "roles"),
                                ours(RBAC, "rolebindings")),
                        Stream.of(
                                attachments(), meshedPods(), events("FailedCreate"), events("FailedCreatePodSandBox")),
                        Stream.of(
                                ofCluster(RBAC, "clusterroles", OURS, Keep.WHOLE),
                                ofCluster(RBAC, "clusterrolebindings", OURS, Keep.WHOLE),
                                ofCluster(ADMISSION, "mutatingwebhookconfigurations", OURS, Keep.WHOLE),
                                ofCluster(ADMISSION, "validatingwebhookconfigurations", OURS, Keep.WHOLE),
                                ofCluster("/apis/config.linkerd.io/v1alpha1", "linkerdconfigs", ALL, Keep.WHOLE),
                                ofCluster("/apis/multus.linkerd.io/v1alpha1", "linkerdmultuses", ALL, Keep.WHOLE),
                                ofCluster(PLATFORM, "securitycontextconstraints", OURS, Keep.WHOLE),
                                ofCluster(CORE, "nodes", ALL, Keep.NODE),
                                ofCluster(CORE, "namespaces", ALL, Keep.NAMESPACE)))
                .flatMap(group -> group)
                .toList();
    }

    /** {@return the Events of that namespace} */
    static Sought eventsOf(String namespace) {
        return new Sought("events-" + namespace, CORE + "/namespaces/" + namespace, "events", false, ALL, Keep.EVENT);
    }

    private static Sought ours(String root, String plural) {
        return new Sought(plural, root, plural, true, OURS, Keep.WHOLE);
    }

    private static Sought attachments() {
        return new Sought(
                Multus.PLURAL, "/apis/" + Multus.GROUP + "/" + Multus.VERSION, Multus.PLURAL, true, KEPT, Keep.WHOLE);
    }

    private static Sought meshedPods() {
        var selector = "labelSelector=" + Linkerd.CONTROL_PLANE_NAMESPACE;
        return new Sought("meshed-pods", CORE, "pods", true, selector, Keep.MESHED_POD);
    }

    private static Sought events(String reason) {
        return new Sought("events-" + reason, CORE, "events", true, "fieldSelector=reason%3D" + reason, Keep.EVENT);
    }

    private static Sought ofCluster(String root, String plural, String query, Keep keep) {
        return new Sought(plural, root, plural, false, query, keep);
    }

    /** {@return the path of those of one namespace} */
    Sought in(String namespace) {
        return new Sought(file, root + "/namespaces/" + namespace, plural, false, query, keep);
    }

    /** {@return the path of a page} {@code next} is empty for the first. */
    String path(int most, String next) {
        return root + "/" + plural + "?limit=" + most + (query.isEmpty() ? "" : "&" + query)
                + (next.isEmpty() ? "" : "&continue=" + next);
    }
}
