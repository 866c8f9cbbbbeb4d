// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the objects that the way into the mesh is made of. */
public record Looks(Cluster cluster) {
    private static final ResourceDefinitionContext ATTACHMENTS = KeptKind.ATTACHMENT.context();

    private static final Comparator<EventView> NEWEST_FIRST =
            Comparator.comparing(EventView::last).reversed();

    /** {@return that namespace} */
    public Sight<NamespaceView> namespace(String name) {
        return cluster.ask(
                "get namespace " + name,
                () -> Optional.ofNullable(client().namespaces().withName(name).get())
                        .map(ObjectReading::namespace));
    }

    /** {@return all namespaces} */
    public Sight<List<NamespaceView>> namespaces() {
        return cluster.list(
                "list namespaces",
                options -> client().namespaces().list(options),
                namespace -> Stream.of(ObjectReading.namespace(namespace)));
    }

    /** {@return the attachment of Linkerd's plugin in that namespace} */
    public Sight<AttachmentView> attachment(String namespace) {
        return cluster.ask(
                "get " + Multus.PLURAL + " in namespace " + namespace,
                () -> Kinds.one(client().genericKubernetesResources(ATTACHMENTS), namespace, Multus.ATTACHMENT)
                        .map(ObjectReading::attachment));
    }

    /** {@return all attachments of Linkerd's plugin} Absent where the cluster does not know their kind. */
    public Sight<List<AttachmentView>> attachments() {
        return cluster.<GenericKubernetesResource, GenericKubernetesResourceList, AttachmentView>list(
                "list " + Multus.PLURAL,
                options -> client().genericKubernetesResources(ATTACHMENTS)
                        .inAnyNamespace()
                        .list(named(options, Multus.ATTACHMENT)),
                attachment -> Stream.of(attachment)
                        .filter(one ->
                                Multus.ATTACHMENT.equals(one.getMetadata().getName()))
                        .map(ObjectReading::attachment));
    }

    static ListOptions selected(ListOptions options, Map<String, String> labels) {
        options.setLabelSelector(Selectors.text(new LabelSelector(List.of(), labels)));
        return options;
    }

    private static ListOptions named(ListOptions options, String name) {
        options.setFieldSelector("metadata.name=" + name);
        return options;
    }

    /** {@return that pod} */
    public Sight<PodView> pod(String namespace, String name) {
        return cluster.ask(
                "get pods in namespace " + namespace,
                () -> Kinds.one(client().pods(), namespace, name).map(PodReading::of));
    }

    /** {@return the pods of that namespace which a selector takes} */
    public Sight<List<PodView>> pods(String namespace, String selector) {
        return cluster.list(
                "list pods in namespace " + namespace,
                options -> {
                    options.setLabelSelector(selector);
                    return client().pods().inNamespace(namespace).list(options);
                },
                pod -> Stream.of(PodReading.of(pod)));
    }

    /** {@return the pods that Linkerd's injector meshed, of one namespace or of all} */
    public Sight<List<PodView>> meshedPods(Optional<String> namespace) {
        return cluster.list(
                "list pods" + namespace.map(name -> " in namespace " + name).orElse(""),
                options -> {
                    options.setLabelSelector(Linkerd.CONTROL_PLANE_NAMESPACE);
                    return Kinds.in(client().pods(), namespace).list(options);
                },
                pod -> Stream.of(PodReading.of(pod)));
    }

    /**
     * {@return pods that Linkerd's injector gave no proxy, though they or their namespace ask for one} Those that it leaves alone are not
     * among them: of the node's network, of the control plane, without a token, ended or ending.
     *
     * @param asking namespaces that ask for it
     */
    public Sight<List<PodView>> passedOver(Optional<String> namespace, Set<String> asking) {
        return cluster.list(
                "list pods" + namespace.map(name -> " in namespace " + name).orElse(""),
                options -> {
                    options.setLabelSelector(
                            Stream.concat(Stream.of(Linkerd.CONTROL_PLANE_NAMESPACE), Linkerd.NOT_SENT_LABELS.stream())
                                    .map(label -> "!" + label)
                                    .collect(Collectors.joining(",")));
                    return Kinds.in(client().pods(), namespace).list(options);
                },
                pod -> Stream.of(pod)
                        .filter(one -> !Boolean.FALSE.equals(one.getSpec().getAutomountServiceAccountToken()))
                        .map(PodReading::of)
                        .filter(one -> asksForAProxy(one, asking)));
    }

    private static boolean asksForAProxy(PodView pod, Set<String> asking) {
        boolean asks = pod.annotation(Linkerd.INJECT)
                .map(Linkerd.ENABLED::equals)
                .orElseGet(() -> asking.contains(pod.namespace()));
        return asks
                && !pod.isInjected()
                && !pod.hostNetwork()
                && pod.place().filter(made -> made.leaving() || made.hasEnded()).isEmpty();
    }

    /** {@return the Events of that reason, of one namespace or of all; the newest first} */
    public Sight<List<EventView>> events(Optional<String> namespace, String reason) {
        return events(
                namespace,
                "reason=" + reason,
                event -> view(event).filter(one -> one.reason().equals(reason)));
    }

    /** {@return the Events about objects of that kind; the newest first} */
    public Sight<List<EventView>> events(String namespace, String kind) {
        return events(
                Optional.of(namespace),
                "involvedObject.kind=" + kind,
                event -> view(event).filter(one -> one.kind().equals(kind)));
    }

    /** {@return the Warnings about objects of that kind; the newest first} */
    Sight<List<EventView>> warnings(String namespace, String kind) {
        return events(Optional.of(namespace), "type=Warning,involvedObject.kind=" + kind, Looks::view);
    }

    /** {@return what installers tell of their nodes, the newest first} Nodes have no namespace: the API server demands this one. */
    Sight<List<EventView>> tellingsOfInstallers() {
        return events(
                Optional.of("default"),
                "type=Warning,involvedObject.kind=Node",
                event -> view(event).filter(_ -> "linkerd-multus/installer".equals(event.getReportingComponent())));
    }

    private static Stream<EventView> view(Event event) {
        return Stream.of(ObjectReading.event(event));
    }

    private Sight<List<EventView>> events(
            Optional<String> namespace, String selector, Function<Event, Stream<EventView>> pick) {
        Sight<List<EventView>> all = cluster.list(
                "list events" + namespace.map(name -> " in namespace " + name).orElse(""),
                options -> {
                    options.setFieldSelector(selector);
                    return Kinds.in(client().v1().events(), namespace).list(options);
                },
                pick);
        return all.map(events -> events.stream().sorted(NEWEST_FIRST).toList());
    }

    private KubernetesClient client() {
        return cluster.client();
    }
}
