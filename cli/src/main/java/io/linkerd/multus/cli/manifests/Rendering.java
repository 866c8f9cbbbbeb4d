// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A rendering of the charts that the build checks in, of a platform and a mode. */
public enum Rendering {
    /** OpenShift, which has Multus. */
    OPENSHIFT_NAD,
    /** MicroShift with its Multus. */
    MICROSHIFT_NAD,
    /** Any other Kubernetes with Multus. */
    KUBERNETES_NAD,
    /** Any other Kubernetes without. */
    KUBERNETES_CHAINED;

    /** The registry that the charts name by themselves. None serves it: nodes have such an image already, or say that they do not. */
    public static final String LOCAL = "localhost";

    /** What decides on a cluster by itself. */
    public static final String AUTO = "auto";

    /** {@return the platforms that there are renderings of} */
    public static List<String> platforms() {
        return Stream.of(values()).map(Rendering::platform).distinct().toList();
    }

    /** {@return the modes that there are renderings of} */
    public static List<String> modes() {
        return Stream.of(values()).map(Rendering::mode).distinct().toList();
    }

    /** {@return all of them, in words} */
    public static String list() {
        return Stream.of(values())
                .map(one -> one.platform() + " in mode " + one.mode())
                .collect(Collectors.joining(", "));
    }

    /** {@return that of a platform in a mode} */
    public static Optional<Rendering> of(String platform, String mode) {
        return Arrays.stream(values())
                .filter(one -> one.platform().equals(platform) && one.mode().equals(mode))
                .findFirst();
    }

    /** {@return what chart and values call the platform} */
    public String platform() {
        return file().substring(0, file().indexOf('-'));
    }

    /** {@return how the plugin is called} */
    public String mode() {
        return file().substring(file().indexOf('-') + 1);
    }

    private String file() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return it as it is checked in, with images of {@link #LOCAL}} */
    String text() {
        try (var file = Rendering.class.getResourceAsStream(file() + ".yaml")) {
            if (file == null) {
                throw new IllegalStateException(file() + ".yaml is missing beside the classes");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file() + ".yaml cannot be read", e);
        }
    }

    /**
     * {@return it with our images from another registry}
     *
     * @param registry host and path, which stand before {@code /linkerd-multus/installer:VERSION}
     */
    public String text(String registry) {
        return text().replace("image: " + LOCAL + "/", "image: " + registry + "/");
    }

    /** {@return its objects by their names, in its order} */
    List<Named> objects() {
        try (var read = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(text())) {
            return read.readAll().stream()
                    .filter(JsonNode::isObject)
                    .map(Named::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file() + ".yaml cannot be read", e);
        }
    }
}
