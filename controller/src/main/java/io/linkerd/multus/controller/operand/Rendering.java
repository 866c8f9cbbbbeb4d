// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the chart makes with its own values for one platform, mode and use of Linkerd's CNI chart, but for the controller. The build renders it into the resources
 * beside this class, and a test compares them with the chart.
 */
public final class Rendering {
    /** The release that it is rendered for. */
    public static final String RELEASE = "linkerd-multus";
    /** Stands for the namespace. */
    public static final String NAMESPACE = "namespace-of-the-operator";

    private static final String DOCUMENT = "(?m)^---\n";
    /** What settings are laid over. Anything else stays as it was rendered. */
    private static final Map<String, Class<? extends HasMetadata>> TYPES = Map.of(
            "ConfigMap", ConfigMap.class,
            "DaemonSet", DaemonSet.class,
            "Deployment", Deployment.class,
            "MutatingWebhookConfiguration", MutatingWebhookConfiguration.class,
            "Service", Service.class,
            "ValidatingWebhookConfiguration", ValidatingWebhookConfiguration.class);

    /** Where the chart installs to, as far as it matters. */
    public enum Platform {
        /** SecurityContextConstraints admit pods, and the platform judges NetworkAttachmentDefinitions. */
        OPENSHIFT,
        /** All others. */
        KUBERNETES
    }

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final Platform platform;

    /** Prepares. */
    public Rendering(Platform platform) {
        this.platform = platform;
    }

    /**
     * {@return the name of the resource} The one of {@code nad} that uses Linkerd's CNI chart has all objects, those of other modes the objects
     * that differ from it, and those that replace the chart the objects that differ from their mode's.
     */
    public static String resource(Platform platform, Mode mode, CniChart cniChart) {
        var name = cniChart == CniChart.USE ? "%s-%s.yaml" : "%s-%s-replace.yaml";
        return name.formatted(platform, mode).toLowerCase(Locale.ROOT);
    }

    /** {@return every object that the platform can have, whatever the mode and whoever makes Linkerd's} */
    public List<HasMetadata> all(String namespace) {
        return Stream.of(Mode.values())
                .flatMap(mode ->
                        Stream.of(CniChart.values()).flatMap(cniChart -> objects(mode, cniChart, namespace).stream()))
                .flatMap(List::stream)
                .toList();
    }

    /** {@return the objects in that namespace; empty where the platform has no such mode} */
    public Optional<List<HasMetadata>> objects(Mode mode, CniChart cniChart, String namespace) {
        return text(mode, CniChart.USE).map(ofMode -> {
            var objects = new LinkedHashMap<String, HasMetadata>();
            Stream.of(
                            text(Mode.NAD, CniChart.USE).orElseThrow(),
                            ofMode,
                            text(mode, cniChart).orElseThrow())
                    // Before the first document there are comments.
                    .flatMap(
                            text -> Stream.of(text.replace(NAMESPACE, namespace).split(DOCUMENT))
                                    .skip(1))
                    .map(this::object)
                    .forEach(object -> objects.put(key(object), object));
            return List.copyOf(objects.values());
        });
    }

    /** There is one DaemonSet, the installer's, whatever it is called. */
    private static String key(HasMetadata object) {
        return object.getKind().equals("DaemonSet")
                ? "DaemonSet"
                : object.getKind() + "/" + object.getMetadata().getName();
    }

    private HasMetadata object(String document) {
        var object = serialization.unmarshal(document, GenericKubernetesResource.class);
        var type = TYPES.get(object.getKind());
        return type == null ? object : serialization.convertValue(object, type);
    }

    private Optional<String> text(Mode mode, CniChart cniChart) {
        try (var resource = Rendering.class.getResourceAsStream(resource(platform, mode, cniChart))) {
            return resource == null
                    ? Optional.empty()
                    : Optional.of(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
