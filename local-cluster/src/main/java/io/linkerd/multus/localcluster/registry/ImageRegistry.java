// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.registry;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.DescriptorDigest;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.plan.Addresses;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Staging;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * The mirror of one cluster: whatever registry an image's name has in it, the nodes ask this one.
 *
 * @param cache where what is needed once may lie
 */
public record ImageRegistry(Kubectl kubectl, Path cache) {
    static final String NAMESPACE = "image-registry";

    private static final String IMAGE = "localhost/linkerd-multus-cluster/registry:3.0.0";
    private static final Path FOLDER = Path.of("/");

    /** The trial of TLS with which each push begins may cost the way to the registry. */
    private static final int ATTEMPTS = 5;

    /** {@return its own image, which the nodes have from the start} */
    public static LocalImage image(Path program) {
        return LocalImage.of(IMAGE, Map.of("/bin/registry", program, "/var/lib/registry", FOLDER), "/bin/registry")
                .as("1001:0");
    }

    /** Puts it there, and waits until it answers; images that were pushed before are still in it. */
    public void install() throws IOException, InterruptedException {
        kubectl.apply(Manifests.read(
                "/cluster/image-registry.yaml",
                Map.of(
                        "NAMESPACE",
                        NAMESPACE,
                        "IMAGE",
                        IMAGE,
                        "ADDRESS",
                        Addresses.REGISTRY_SERVICE,
                        "PORT",
                        Integer.toString(Addresses.REGISTRY_PORT))));
        kubectl.run("rollout", "status", "--timeout=120s", "--namespace", NAMESPACE, "deployment/registry");
    }

    /** Pushes an image as it is made; {@return its name by digest, under which the nodes find it} */
    public String push(LocalImage image, Map<String, String> labels) throws IOException, InterruptedException {
        try (var staging = staging()) {
            var tar = staging.folder().resolve("image.tar");
            image.write(tar);
            return push(tar, image.reference(), labels);
        }
    }

    /**
     * Pushes an image from a file.
     *
     * @param reference the name with a tag by which it is known
     * @param labels what it is labelled with beside its own labels
     * @return its name by digest, under which the nodes find it
     */
    public String push(Path tar, String reference, Map<String, String> labels)
            throws IOException, InterruptedException {
        for (var attempt = 1; ; attempt++) {
            try (var staging = staging();
                    var forward = PortForward.to(kubectl, NAMESPACE, "deployment/registry", Addresses.REGISTRY_PORT)) {
                try {
                    var digest =
                            push(tar, forward.address() + "/" + withoutRegistry(reference), labels, staging.folder());
                    return reference.replaceFirst(":[^:/]*$", "") + "@" + digest;
                } catch (IOException failed) {
                    // What has arrived by then is there, and is not sent again.
                    if (attempt == ATTEMPTS || !forward.hasEnded()) {
                        throw failed;
                    }
                }
            }
        }
    }

    private static DescriptorDigest push(Path tar, String target, Map<String, String> labels, Path scratch)
            throws IOException, InterruptedException {
        try {
            return Jib.from(TarImage.at(tar))
                    .setLabels(labels)
                    .setPlatforms(Set.of(new Platform(LocalImage.architecture(), "linux")))
                    .containerize(Containerizer.to(RegistryImage.named(target))
                            .setAllowInsecureRegistries(true)
                            .setBaseImageLayersCache(scratch.resolve("base"))
                            .setApplicationLayersCache(scratch.resolve("layers")))
                    .getDigest();
        } catch (InvalidImageReferenceException
                | RegistryException
                | CacheDirectoryCreationException
                | ExecutionException e) {
            throw new IOException("cannot push " + target + " to the cluster's registry", e);
        }
    }

    private Staging staging() throws IOException, InterruptedException {
        return Staging.of(cache.resolve("push"));
    }

    private static String withoutRegistry(String reference) {
        return reference.substring(reference.indexOf('/') + 1);
    }
}
