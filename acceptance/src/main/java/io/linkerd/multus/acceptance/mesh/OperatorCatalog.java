// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.olm.LifecycleManager;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.olm.PinnedImages;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.LocalImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The operator as a cluster's console offers it: the bundle and the catalog that are checked in, in images of the nodes. Another version is
 * the same with another number.
 */
public final class OperatorCatalog {
    /** What is checked in. */
    public static final String VERSION = "0.1.0";

    private static final String REGISTRY = "localhost/linkerd-multus/";

    /** Linkerd's plugin, which a mirror would have under that name. */
    private static final Pattern PLUGIN = Pattern.compile("\\bimage: (\\S+/cni-plugin:\\S+)");

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(200);

    private final LocalCluster cluster;
    private final OlmPrograms olm;
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
        this.olm = olm;
        this.openshift = sources.resolve("openshift");
        this.scratch = scratch;
    }

    /** Puts a catalog of that version there, and waits until one is served; the images that its bundle names are on the nodes. */
    public void offer(String version) throws IOException, InterruptedException {
        var images = new PinnedImages(cluster, scratch);
        for (var service : Service.values()) {
            images.alias(service.reference(VERSION), service.reference(version));
        }
        images.alias(LinkerdStandins.IMAGE, plugin());
        var name = REGISTRY + "bundle:" + version;
        var bundle = images.load(LocalImage.of(name, files(version), "/no-program"));
        var catalog = Files.createDirectories(scratch).resolve("catalog.yaml");
        Files.writeString(
                catalog,
                text(openshift.resolve("catalog/linkerd-multus/catalog.yaml"), version)
                        .replace("image: " + name, "image: " + bundle));
        var served = images.load(olm.catalog(REGISTRY + "catalog:" + version, catalog));
        cluster.kubectl()
                .apply(Manifests.read(
                        "/olm/catalog-source.yaml",
                        Map.of("CATALOGS", LifecycleManager.CATALOGS, "CATALOG_IMAGE", served)));
        cluster.kubectl()
                .run(
                        "wait",
                        "--for=jsonpath={.status.connectionState.lastObservedState}=READY",
                        "--timeout=120s",
                        "--namespace=" + LifecycleManager.CATALOGS,
                        "catalogsource/linkerd-multus");
    }

    /** Waits until the cluster's API has it among its packages, as the console shows them. */
    public void awaitPackage() throws IOException {
        var get = new String[] {"get", "packagemanifest", "linkerd-multus", "--namespace=" + LifecycleManager.CATALOGS};
        if (!Await.holds(
                PATIENCE, POLL, () -> cluster.kubectl().attempt("", get).succeeded())) {
            throw new IOException("the catalog is served, but after " + PATIENCE.toSeconds()
                    + " s the package server has no package linkerd-multus");
        }
    }

    private String plugin() throws IOException {
        var file = openshift.resolve("catalog/linkerd-multus/catalog.yaml");
        var name = PLUGIN.matcher(Files.readString(file));
        if (!name.find()) {
            throw new IOException(file + " names no image of Linkerd's plugin");
        }
        return name.group(1);
    }

    /** What {@code bundle.Dockerfile} copies. */
    private Map<String, Path> files(String version) throws IOException {
        var bundle = openshift.resolve("bundle");
        var files = new TreeMap<String, Path>();
        try (var all = Files.walk(bundle)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                var path = bundle.relativize(file);
                var copy = scratch.resolve(version).resolve(path);
                Files.createDirectories(copy.getParent());
                files.put("/" + path, Files.writeString(copy, text(file, version)));
            }
        }
        return files;
    }

    private static String text(Path file, String version) throws IOException {
        return Files.readString(file).replace(VERSION, version);
    }
}
