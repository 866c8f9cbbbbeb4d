// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.localcluster.addons.Addons;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** What the services meet in an OpenShift cluster with Linkerd, as far as they look at it, and our release as the chart makes it. */
public final class TrainingCluster implements AutoCloseable {
    /** Linkerd's ConfigMap. */
    public static final String CNI_CONFIG_MAP = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";

    /** The node that a service runs on, where it runs on each. */
    public static final String NODE = "node-1";

    private final Project project;
    private final LoneApiServer server;
    private final RenderedChart chart;

    private TrainingCluster(Project project, LoneApiServer server, RenderedChart chart) {
        this.project = project;
        this.server = server;
        this.chart = chart;
    }

    /** Starts an API server and puts everything there. */
    public static TrainingCluster start(Project project, Progress progress) throws IOException, InterruptedException {
        var programs = project.kubernetes(progress);
        return progress.step("start an API server with our release in it", () -> start(project, programs));
    }

    private static TrainingCluster start(Project project, Path programs) throws IOException, InterruptedException {
        var cluster = new TrainingCluster(project, new LoneApiServer(programs), RenderedChart.of(project));
        try {
            cluster.furnish(programs);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void furnish(Path programs) throws IOException, InterruptedException {
        new Addons(server.kubectl(), Profile.OPENSHIFT, programs.resolve("crds")).define();
        Addons.define(server.kubectl(), chart.kinds());
        server.kubectl().apply(Manifests.read("/training/cluster.yaml", Map.of()));
        server.kubectl().apply(chart.manifest());
    }

    /** {@return the working copy that the release is of} */
    Project project() {
        return project;
    }

    /** {@return the API server} */
    public LoneApiServer server() {
        return server;
    }

    /** {@return our release in it} */
    public RenderedChart chart() {
        return chart;
    }

    /** Makes a namespace as OpenShift has it, with a range of user ids and a service account for its pods; changes one that is there. */
    public void namespace(String name, String annotations) throws IOException {
        var path = "/api/v1/namespaces/" + name;
        server.admin().apply(path, """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  annotations: %s
                """.formatted(name, annotations)).orThrow();
        server.admin().merge(path, """
                {"metadata":{"annotations":{"openshift.io/sa.scc.uid-range":"1000660000/10000"}}}""").orThrow();
        server.admin().apply(path + "/serviceaccounts/default", """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: default}
                """).orThrow();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
