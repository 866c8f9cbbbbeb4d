// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The product in a local cluster, installed from its chart as anybody would. */
public final class Release {
    /** Name of the release, and of its namespace. */
    public static final String NAME = "linkerd-multus";

    /** The root of the packages of its programs: neither a pod's sandbox nor what others put beside them. */
    public static final String PACKAGE = "io.linkerd.multus";

    private final LocalCluster cluster;
    private final Path sources;

    /**
     * Installs nothing yet.
     *
     * @param sources the product's checkout, with the images built
     */
    public Release(LocalCluster cluster, Path sources) {
        this.cluster = cluster;
        this.sources = sources;
    }

    /** Returns the workloads of the release as {@code kubectl} names them. */
    public static List<String> workloads() {
        return List.of(
                "daemonset/" + NAME + "-installer",
                "deployment/" + NAME + "-controller",
                "deployment/" + NAME + "-webhook");
    }

    /** Puts the three images on every node. */
    public void load() throws IOException, InterruptedException {
        cluster.load(Stream.of(Service.values()).map(this::image).toList());
    }

    /** Returns the file that the build wrote a service's image to. */
    public Path image(Service service) {
        return service.tar(sources);
    }

    /** Installs or upgrades, and waits until every pod is ready. */
    public void install(String... more) throws IOException, InterruptedException {
        helm(List.of("upgrade", "--install", "--create-namespace", "--wait", "--timeout", "3m"), more);
    }

    /** Installs or upgrades, and waits for nothing. */
    public void begin(String... more) throws IOException, InterruptedException {
        helm(List.of("upgrade", "--install", "--create-namespace"), more);
    }

    /** Goes back to the revision before, and waits until every pod is ready. */
    public void rollback() throws IOException, InterruptedException {
        cluster.kubectl().helm("rollback", NAME, "--namespace", NAME, "--wait", "--timeout", "3m");
    }

    /** Runs the chart's own tests; one that fails is an error. */
    public void test() throws IOException, InterruptedException {
        cluster.kubectl().helm("test", NAME, "--namespace", NAME, "--timeout", "2m");
    }

    /** Removes the release and waits until its objects are gone. */
    public void uninstall() throws IOException, InterruptedException {
        cluster.kubectl()
                .helm("uninstall", NAME, "--namespace", NAME, "--wait", "--timeout", "3m", "--ignore-not-found");
        awaitNoPods();
    }

    /** Waits until the pods of a release that was uninstalled have ended. */
    public void awaitNoPods() throws IOException, InterruptedException {
        cluster.kubectl().run("wait", "--for=delete", "pods", "--all", "--namespace", NAME, "--timeout=2m");
    }

    private void helm(List<String> command, String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(command);
        arguments.addAll(List.of(NAME, chart().toString(), "--namespace", NAME));
        arguments.addAll(List.of("--values", values().toString()));
        arguments.addAll(List.of(more));
        cluster.kubectl().helm(arguments.toArray(String[]::new));
    }

    /** Returns the chart's folder. */
    public Path chart() {
        return HelmChart.of(sources).folder();
    }

    /** Returns the file of what differs from the chart's defaults. */
    public Path values() {
        return sources.resolve("acceptance")
                .resolve("src/main/resources/linkerd-multus")
                .resolve("values.yaml");
    }
}
