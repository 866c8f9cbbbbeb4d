// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.olm.LifecycleManager;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.olm.PinnedImages;
import io.linkerd.multus.localcluster.programs.LocalImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The operator as a cluster's console offers it: the bundle and the catalog that are checked in, in images of the nodes. */
public final class OperatorCatalog {
    private static final String BUNDLE = "localhost/linkerd-multus/bundle:0.1.0";
    private static final String CATALOG = "localhost/linkerd-multus/catalog:0.1.0";

    /** As Markdown has what is to be copied. */
    private static final Pattern INDENTED = Pattern.compile("(?m)(^ {4}.*\\R)+");

    private final LocalCluster cluster;
    private final OlmPrograms olm;
    private final Path openshift;
    private final Path documentation;
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
        this.documentation = sources.resolve("docs/openshift.md");
        this.scratch = scratch;
    }

    /** Puts the catalog there, and waits until it is served; the images that its bundle names are on the nodes. */
    public void offer() throws IOException, InterruptedException {
        var images = new PinnedImages(cluster, scratch);
        var bundle = images.load(LocalImage.of(BUNDLE, files(), "/no-program"));
        var catalog = Files.createDirectories(scratch).resolve("catalog.yaml");
        Files.writeString(
                catalog,
                Files.readString(openshift.resolve("catalog/linkerd-multus/catalog.yaml"))
                        .replace("image: " + BUNDLE, "image: " + bundle));
        var served = images.load(olm.catalog(CATALOG, catalog));
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

    /** Subscribes to it with the very objects that the documentation has people apply; what comes of it is for OLM to say. */
    public void subscribe() throws IOException, InterruptedException {
        var objects = INDENTED.matcher(Files.readString(documentation))
                .results()
                .map(block -> block.group().indent(-4))
                .filter(block -> block.contains("kind: Subscription"))
                .findFirst()
                .orElseThrow(() -> new IOException(documentation + " does not tell how one subscribes"));
        cluster.kubectl().apply(objects);
    }

    /** What {@code bundle.Dockerfile} copies. */
    private Map<String, Path> files() throws IOException {
        var bundle = openshift.resolve("bundle");
        var files = new TreeMap<String, Path>();
        try (var all = Files.walk(bundle)) {
            all.filter(Files::isRegularFile).forEach(file -> files.put("/" + bundle.relativize(file), file));
        }
        return files;
    }
}
