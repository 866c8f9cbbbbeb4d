// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.olm.LifecycleManager;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.registry.ImageRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The operator as a cluster's console offers it: the bundle and the catalog that are checked in, in images of the cluster's own
 * registry. Another version is the same with another number.
 */
public final class OperatorCatalog {
    /** What is checked in. */
    public static final String VERSION = "0.1.0";

    private static final String REGISTRY = "localhost/linkerd-multus/";

    /** Linkerd's plugin, which a mirror would have under that name. */
    private static final Pattern PLUGIN = Pattern.compile("\\bimage: (\\S+/cni-plugin:\\S+)");

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(200);

    private static final String CATALOG = "catalog/linkerd-multus/catalog.yaml";
    /** Has a version's images be its own, and not those of another one that was built from the same sources. */
    private static final String VERSION_LABEL = "org.opencontainers.image.version";

    private final LocalCluster cluster;
    private final ImageRegistry registry;
    private final OlmPrograms olm;
    private final Path sources;
    private final Path openshift;
    private final Path scratch;

    /**
     * Offers nothing yet.
     *
     * @param sources the product's checkout
     * @param scratch a folder for what is needed once
     */
    public OperatorCatalog(LocalCluster cluster, OlmPrograms olm, Path sources, Path scratch) {
        this.cluster = cluster;
        this.registry = new ImageRegistry(cluster.kubectl(), scratch);
        this.sources = sources;
        this.olm = olm;
        this.openshift = sources.resolve("openshift");
        this.scratch = scratch;
    }

    /**
     * Pushes everything of that version to the cluster's registry, has a catalog of it served, and waits until it is.
     *
     * @return by which digest each image is known that the bundle names by a tag
     */
    public Map<String, String> offer(String version) throws IOException, InterruptedException {
        var pinned = push(version);
        var name = REGISTRY + "bundle:" + version;
        var bundle = registry.push(LocalImage.of(name, files(version, pinned), "/no-program"), Map.of());
        var catalog = Files.createDirectories(scratch).resolve("catalog.yaml");
        Files.writeString(
                catalog,
                text(openshift.resolve(CATALOG), version, pinned).replace("image: " + name, "image: " + bundle));
        var served = registry.push(olm.catalog(REGISTRY + "catalog:" + version, catalog), Map.of());
        cluster.kubectl()
                .apply(Manifests.read(
                        "/olm/catalog-source.yaml",
                        Map.of("CATALOGS", LifecycleManager.CATALOGS, "CATALOG_IMAGE", served)));
        awaitServed(served);
        cluster.kubectl()
                .run(
                        "wait",
                        "--for=jsonpath={.status.connectionState.lastObservedState}=READY",
                        "--timeout=120s",
                        "--namespace=" + LifecycleManager.CATALOGS,
                        "catalogsource/linkerd-multus");
        return pinned;
    }

    private Map<String, String> push(String version) throws IOException, InterruptedException {
        var pinned = new TreeMap<String, String>();
        for (var service : Service.byDefault()) {
            var name = service.reference(version);
            pinned.put(name, registry.push(service.tar(sources), name, Map.of(VERSION_LABEL, version)));
        }
        var program = LinkerdStandins.program(sources, Cache.of(System.getenv()), Progress.silent());
        var plugin = plugin();
        // Labelled, or it would be the image that the nodes have of the stand-ins: what a kubelet has once pulled,
        // it wants to pull under any other name, too.
        pinned.put(plugin, registry.push(LinkerdStandins.image(plugin, program), Map.of(VERSION_LABEL, version)));
        return pinned;
    }

    /**
     * Waits until the cluster's API has that version among its packages, as the console shows them: a catalog of another version that was served
     * before is there for a while.
     */
    public void awaitPackage(String version) throws IOException {
        await(
                "the package server has linkerd-multus " + version,
                "linkerd-multus.v" + version,
                "get",
                "packagemanifest",
                "linkerd-multus",
                "--namespace=" + LifecycleManager.CATALOGS,
                "--output=jsonpath={.status.channels[*].currentCSV}");
    }

    /** What was served before is served until its pod has gone. */
    private void awaitServed(String image) throws IOException {
        await(
                "the catalog alone is served",
                image,
                "get",
                "pods",
                "--namespace=" + LifecycleManager.CATALOGS,
                "--selector=olm.catalogSource=linkerd-multus",
                "--output=jsonpath={.items[*].spec.containers[*].image}");
    }

    /** Each channel, or pod, is asked for its own. */
    private void await(String state, String wanted, String... kubectl) throws IOException {
        if (!Await.holds(PATIENCE, POLL, () -> {
            var told = cluster.kubectl().attempt("", kubectl);
            return told.succeeded()
                    && Arrays.stream(told.output().strip().split(" ")).allMatch(wanted::equals);
        })) {
            throw new IOException("not within " + PATIENCE.toSeconds() + " s: " + state);
        }
    }

    private String plugin() throws IOException {
        var file = openshift.resolve(CATALOG);
        var name = PLUGIN.matcher(Files.readString(file));
        if (!name.find()) {
            throw new IOException(file + " names no image of Linkerd's plugin");
        }
        return name.group(1);
    }

    /** What {@code bundle.Dockerfile} copies. */
    private Map<String, Path> files(String version, Map<String, String> pinned) throws IOException {
        var bundle = openshift.resolve("bundle");
        var files = new TreeMap<String, Path>();
        try (var all = Files.walk(bundle)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                var path = bundle.relativize(file);
                var copy = scratch.resolve(version).resolve(path);
                Files.createDirectories(copy.getParent());
                files.put("/" + path, Files.writeString(copy, text(file, version, pinned)));
            }
        }
        return files;
    }

    /** As a release has it: with its number, and with digests in place of tags. */
    private static String text(Path file, String version, Map<String, String> pinned) throws IOException {
        var text = Files.readString(file).replace(VERSION, version);
        for (var image : pinned.entrySet()) {
            text = text.replace(image.getKey(), image.getValue());
        }
        return text;
    }
}
