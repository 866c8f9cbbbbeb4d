// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The product in a local cluster, installed from its chart as anybody would: with Multus where the cluster's profile leaves that to it. */
public final class Release {
    /** Name of the release, and of its namespace. */
    public static final String NAME = "linkerd-multus";

    /** The Multus of the release, where that has one. */
    public static final String MULTUS = "daemonset/" + NAME + "-multus";

    /** The root of the packages of its programs: neither a pod's sandbox nor what others put beside them. */
    public static final String PACKAGE = "io.linkerd.multus";

    private final LocalCluster cluster;
    private final Path sources;
    private final String name;
    private final String namespace;
    private final AtomicReference<ReleaseState> state = new AtomicReference<>(ReleaseState.OWN);

    /**
     * Installs nothing yet.
     *
     * @param sources the product's checkout, with the images built
     */
    public Release(LocalCluster cluster, Path sources) {
        this(cluster, sources, NAME, NAME);
    }

    private Release(LocalCluster cluster, Path sources, String name, String namespace) {
        this.cluster = cluster;
        this.sources = sources;
        this.name = name;
        this.namespace = namespace;
    }

    /** Returns a release of another name beside this one, with the same images, in a namespace of that name. */
    public Release named(String other) {
        return new Release(cluster, sources, other, other);
    }

    /** Returns a release of another name in the namespace of this one. */
    public Release neighbour(String other) {
        return new Release(cluster, sources, other, namespace);
    }

    /** Returns the workloads of the release as {@code kubectl} names them. */
    public static List<String> workloads() {
        return List.of(
                "daemonset/" + NAME + "-installer",
                "deployment/" + NAME + "-controller",
                "deployment/" + NAME + "-webhook");
    }

    private List<String> installedWorkloads() {
        return multus().isPart()
                ? Stream.concat(Stream.of(MULTUS), workloads().stream()).toList()
                : workloads();
    }

    private MultusPart multus() {
        return new MultusPart(cluster, sources, namespace);
    }

    /** Puts the images on every node that the chart names there. */
    public void load() throws IOException, InterruptedException {
        var services = multus().isPart() ? Service.lasting() : Service.byDefault();
        cluster.load(services.stream().map(this::image).toList());
    }

    /** Returns the file that the build wrote a service's image to. */
    public Path image(Service service) {
        return service.tar(sources);
    }

    /**
     * Has the release be in that state, with every pod ready where it is installed; Helm is not called where the last command left it so.
     * {@link ReleaseState#OWN} says that it may be in any from now on.
     */
    public void require(ReleaseState wanted) throws IOException, InterruptedException {
        switch (wanted) {
            case NONE -> {
                if (state.get() != ReleaseState.NONE) {
                    uninstall();
                }
            }
            case DEFAULT -> {
                if (state.get() == ReleaseState.DEFAULT) {
                    awaitReady();
                } else {
                    install();
                }
            }
            case OWN -> state.set(ReleaseState.OWN);
        }
    }

    /** Installs or upgrades, and waits until every pod is ready. */
    public void install(String... more) throws IOException, InterruptedException {
        state.set(ReleaseState.OWN);
        helm(List.of("upgrade", "--install", "--create-namespace", "--wait", "--timeout", "3m"), more);
        state.set(more.length == 0 ? ReleaseState.DEFAULT : ReleaseState.OWN);
    }

    /** Installs or upgrades, and waits for nothing. */
    public void begin(String... more) throws IOException, InterruptedException {
        state.set(ReleaseState.OWN);
        helm(List.of("upgrade", "--install", "--create-namespace"), more);
    }

    /** Waits until every pod of an installed release is ready. */
    private void awaitReady() throws IOException, InterruptedException {
        for (var workload : installedWorkloads()) {
            cluster.kubectl().run("rollout", "status", workload, "--namespace", namespace, "--timeout=3m");
        }
    }

    /** Goes back to the revision before, and waits until every pod is ready. */
    public void rollback() throws IOException, InterruptedException {
        state.set(ReleaseState.OWN);
        cluster.kubectl().helm("rollback", name, "--namespace", namespace, "--wait", "--timeout", "3m");
    }

    /** Runs the chart's own tests; one that fails is an error. */
    public void test() throws IOException, InterruptedException {
        cluster.kubectl().helm("test", name, "--namespace", namespace, "--timeout", "2m");
    }

    /** Removes the release and waits until its objects are gone. */
    public void uninstall() throws IOException, InterruptedException {
        state.set(ReleaseState.OWN);
        cluster.kubectl()
                .helm("uninstall", name, "--namespace", namespace, "--wait", "--timeout", "3m", "--ignore-not-found");
        awaitNoPods();
        state.set(ReleaseState.NONE);
    }

    /** Waits until the pods of a release that was uninstalled have ended. */
    public void awaitNoPods() throws IOException, InterruptedException {
        cluster.kubectl()
                .run(
                        "wait",
                        "--for=delete",
                        "pods",
                        "--selector=app.kubernetes.io/instance=" + name,
                        "--namespace",
                        namespace,
                        "--timeout=2m");
    }

    /** Has the cluster look at an installation, and makes none; {@return what would be made} */
    public String rehearse(String... more) throws IOException, InterruptedException {
        return helm(List.of("install", "--dry-run=server"), more);
    }

    private String helm(List<String> command, String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(command);
        arguments.addAll(List.of(name, chart().toString(), "--namespace", namespace));
        arguments.addAll(List.of("--values", values().toString()));
        arguments.addAll(multus().prepare());
        arguments.addAll(List.of(more));
        return cluster.kubectl().helm(arguments.toArray(String[]::new));
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
