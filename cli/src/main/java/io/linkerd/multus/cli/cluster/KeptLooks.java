// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.ObjectMarks;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Looks at what the controller's decisions rest on, as the controller sees it. */
public record KeptLooks(Cluster cluster) {
    /** {@return the objects of a kind and a name, of one namespace or of all} Absent where the cluster does not know the kind. */
    public Sight<List<KeptView>> objects(KeptKind kind, String name, Optional<String> namespace) {
        return namespace.map(one -> object(kind, name, one)).orElseGet(() -> objects(kind, name));
    }

    private Sight<List<KeptView>> objects(KeptKind kind, String name) {
        return cluster.<GenericKubernetesResource, GenericKubernetesResourceList, KeptView>list(
                "list " + kind.plural(),
                options -> {
                    options.setFieldSelector("metadata.name=" + name);
                    return client().genericKubernetesResources(kind.context())
                            .inAnyNamespace()
                            .list(options);
                },
                object -> Stream.of(object)
                        .filter(one -> name.equals(one.getMetadata().getName()))
                        .map(one -> view(kind, one)));
    }

    /** That it is not there is no sign that its kind is not. */
    private Sight<List<KeptView>> object(KeptKind kind, String name, String namespace) {
        Sight<List<KeptView>> seen = cluster.ask(
                "get " + kind.plural() + " in namespace " + namespace,
                () -> Kinds.one(client().genericKubernetesResources(kind.context()), namespace, name)
                        .map(one -> List.of(view(kind, one))));
        return seen instanceof Sight.Absent
                ? knows(kind.apiVersion(), kind.kind()).map(_ -> List.of())
                : seen;
    }

    /** {@return whether the cluster knows that kind} Absent where it does not. */
    private Sight<Boolean> knows(String apiVersion, String kind) {
        return cluster.ask(
                "get API discovery",
                () -> Optional.of(client().supports(apiVersion, kind)).filter(known -> known));
    }

    /** {@return that the cluster has SCCs} Absent where it has none. */
    public Sight<Boolean> sccs() {
        return knows(OpenShift.SCC_GROUP + "/" + OpenShift.SCC_VERSION, "SecurityContextConstraints");
    }

    /** {@return that namespace, or all of them} */
    public Sight<List<NamespaceFacts>> namespaces(Optional<String> name) {
        return name.map(one -> cluster.ask(
                        "get namespace " + one,
                        () -> Optional.ofNullable(
                                        client().namespaces().withName(one).get())
                                .map(found -> List.of(facts(found)))))
                .orElseGet(() -> cluster.list(
                        "list namespaces",
                        options -> client().namespaces().list(options),
                        found -> Stream.of(facts(found))));
    }

    /** {@return what Linkerd's ConfigMap gives for attachments that name that path} */
    public Sight<CniSource> source(ControllerRules.Cni cni, String kubeconfigPath) {
        Sight<CniSource> seen = cluster.ask(
                "get configmaps in namespace " + cni.namespace(),
                () -> Optional.ofNullable(client().configMaps()
                                .inNamespace(cni.namespace())
                                .withName(cni.configMap())
                                .get())
                        .map(found -> CniSource.read(
                                new Notice.Subject(
                                        "v1",
                                        "ConfigMap",
                                        cni.namespace(),
                                        cni.configMap(),
                                        found.getMetadata().getUid()),
                                cni.key(),
                                Optional.ofNullable(found.getData()).map(data -> data.get(cni.key())),
                                kubeconfigPath)));
        return seen instanceof Sight.Absent
                ? new Sight.Seen<>(new CniSource.Missing(cni.namespace() + "/" + cni.configMap()))
                : seen;
    }

    /** {@return the ClusterRole of that name, as the owner of what the controller writes} */
    public Sight<Owner> owner(String name) {
        Sight<Owner> seen = cluster.ask(
                "get clusterroles",
                () -> Optional.ofNullable(
                                client().rbac().clusterRoles().withName(name).get())
                        .map(role -> role.getMetadata().getDeletionTimestamp() == null
                                ? new Owner.Release(name, role.getMetadata().getUid())
                                : new Owner.Missing(name)));
        return seen instanceof Sight.Absent ? new Sight.Seen<>(new Owner.Missing(name)) : seen;
    }

    private static NamespaceFacts facts(Namespace namespace) {
        var metadata = namespace.getMetadata();
        return new NamespaceFacts(
                metadata.getName(),
                metadata.getUid(),
                metadata.getDeletionTimestamp() != null,
                NamespaceMarks.of(ObjectReading.annotations(namespace), ObjectReading.labels(namespace)));
    }

    private static KeptView view(KeptKind kind, GenericKubernetesResource object) {
        var metadata = object.getMetadata();
        var labels = ObjectReading.labels(object);
        var shown = new LinkedHashMap<String, Object>();
        shown.put("name", metadata.getName());
        shown.put("namespace", metadata.getNamespace());
        putSome(shown, "labels", new TreeMap<>(labels));
        putSome(shown, "annotations", new TreeMap<>(ObjectReading.annotations(object)));
        var owners = metadata.getOwnerReferences();
        if (!owners.isEmpty()) {
            shown.put(
                    "ownerReferences", owners.stream().map(KeptLooks::reference).toList());
        }
        var tree = new LinkedHashMap<String, Object>();
        tree.put("apiVersion", kind.apiVersion());
        tree.put("kind", kind.kind());
        tree.put("metadata", shown);
        kind.members()
                .forEach(member -> Optional.ofNullable(
                                object.getAdditionalProperties().get(member))
                        .ifPresent(value -> tree.put(member, value)));
        return new KeptView(metadata.getNamespace(), marks(object, labels), AppliedOwners.of(metadata), tree);
    }

    private static void putSome(Map<String, Object> into, String name, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            into.put(name, texts);
        }
    }

    private static ObjectMarks marks(GenericKubernetesResource object, Map<String, String> labels) {
        var metadata = object.getMetadata();
        return new ObjectMarks(
                new Seen.Sight(metadata.getUid(), metadata.getResourceVersion()),
                labels,
                metadata.getOwnerReferences().stream()
                        .map(owner -> new ObjectMarks.Reference(owner.getName(), owner.getUid()))
                        .toList());
    }

    private static Map<String, Object> reference(OwnerReference owner) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("apiVersion", owner.getApiVersion());
        shown.put("kind", owner.getKind());
        shown.put("name", owner.getName());
        shown.put("uid", owner.getUid());
        return shown;
    }

    private KubernetesClient client() {
        return cluster.client();
    }
}
