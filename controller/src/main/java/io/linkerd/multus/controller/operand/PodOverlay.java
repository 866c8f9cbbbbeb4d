// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is laid over the pods of one part.
 *
 * @param image of the container that is ours, from the rendered one
 * @param plugin the image that the plugin is copied from, from the rendered one
 * @param variables of that one, which it has already
 */
record PodOverlay(
        OperandSpec spec,
        OperandSpec.Part part,
        UnaryOperator<String> image,
        UnaryOperator<String> plugin,
        Map<String, Optional<String>> variables,
        Heap heap) {
    private static final String HEAP_OPTION = "-Xmx";

    PodSpec over(PodSpec rendered) {
        var pod = new PodSpecBuilder(rendered)
                .withInitContainers(
                        rendered.getInitContainers().stream().map(this::copier).toList())
                .withContainers(
                        rendered.getContainers().stream().map(this::ours).toList())
                .addToNodeSelector(orNothing(part.nodeSelector()));
        Optional.ofNullable(part.tolerations()).ifPresent(pod::withTolerations);
        // The API server refuses to apply one that is there twice.
        Optional.ofNullable(spec.imagesOrNone().pullSecrets())
                .ifPresent(secrets ->
                        pod.withImagePullSecrets(secrets.stream().distinct().toList()));
        return pod.build();
    }

    /** The container that copies Linkerd's plugin out of its image. */
    private Container copier(Container rendered) {
        return new ContainerBuilder(rendered)
                .withImage(plugin.apply(rendered.getImage()))
                .withImagePullPolicy(pullPolicy(rendered))
                .build();
    }

    private Container ours(Container rendered) {
        var resources = resources(rendered.getResources());
        // Every part has one in the chart.
        var limit = Objects.requireNonNull(resources.getLimits().get("memory"));
        var logging = spec.loggingOrNone();
        var all = new HashMap<>(variables);
        all.put("LINKERD_MULTUS_LOG_LEVEL", Optional.ofNullable(logging.level()));
        all.put("LINKERD_MULTUS_LOG_FORMAT", Optional.ofNullable(logging.format()));
        return new ContainerBuilder(rendered)
                .withImage(image.apply(rendered.getImage()))
                .withImagePullPolicy(pullPolicy(rendered))
                .withResources(resources)
                .withCommand(rendered.getCommand().stream()
                        .map(word -> word.startsWith(HEAP_OPTION) ? heap.option(limit) : word)
                        .toList())
                .withEnv(rendered.getEnv().stream()
                        .map(variable -> variable(variable, all))
                        .toList())
                .build();
    }

    private static EnvVar variable(EnvVar rendered, Map<String, Optional<String>> values) {
        return values.getOrDefault(rendered.getName(), Optional.empty())
                .map(value -> new EnvVarBuilder(rendered).withValue(value).build())
                .orElse(rendered);
    }

    private String pullPolicy(Container rendered) {
        return Optional.ofNullable(spec.imagesOrNone().pullPolicy()).orElse(rendered.getImagePullPolicy());
    }

    /** {@return the container's resources: what is said, and of the rest what was rendered} */
    ResourceRequirements resources(ResourceRequirements rendered) {
        return Optional.ofNullable(part.resources())
                .map(said -> new ResourceRequirementsBuilder(rendered)
                        .addToLimits(orNoQuantity(said.getLimits()))
                        .addToRequests(orNoQuantity(said.getRequests()))
                        .build())
                .orElse(rendered);
    }

    private static Map<String, Quantity> orNoQuantity(@Nullable Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }

    private static Map<String, String> orNothing(@Nullable Map<String, String> texts) {
        return texts == null ? Map.of() : texts;
    }

    /** {@return the image that is said, or the bundle's or else the rendered one, from the registry that is said} */
    static UnaryOperator<String> image(@Nullable String said, @Nullable String registry, Optional<String> bundled) {
        return rendered -> Optional.ofNullable(said).orElseGet(() -> {
            var image = bundled.orElse(rendered);
            return Optional.ofNullable(registry)
                    .map(mirror -> mirror.replaceFirst("/$", "") + "/" + behindRegistry(image, repository(rendered)))
                    .orElse(image);
        });
    }

    /**
     * As Helm puts the chart's registry before the chart's repository. The images of a release come from a registry with a folder, such as
     * {@code registry.example.com/mesh}, which the other registry takes the place of as a whole. What a bundle calls otherwise keeps the whole
     * path behind its host.
     */
    private static String behindRegistry(String image, String repository) {
        var name = name(image);
        var path = name.endsWith("/" + repository) ? repository : withoutHost(name);
        return path + image.substring(name.length());
    }

    /** {@return the chart's name of the image, which is rendered for a registry without a folder} */
    private static String repository(String rendered) {
        return withoutHost(name(rendered));
    }

    private static String withoutHost(String name) {
        return name.substring(name.indexOf('/') + 1);
    }

    /** {@return the reference without tag and digest} */
    private static String name(String image) {
        return image.replaceFirst("@.*", "").replaceFirst(":[^/]*$", "");
    }
}
