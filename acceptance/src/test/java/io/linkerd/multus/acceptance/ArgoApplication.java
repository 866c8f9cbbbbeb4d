// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The release as an Application of Argo CD: rendered by Helm without a release, applied with a mark of Argo CD's, and deleted by its rule,
 * which passes over every object that has an owner (gitops-engine, {@code GetManagedLiveObjs}: argo-cd@00f25e40).
 */
final class ArgoApplication {
    private static final String TRACKING_ID = "argocd.argoproj.io/tracking-id";

    private final Kubectl kubectl;
    private final List<ObjectNode> objects;

    private ArgoApplication(Kubectl kubectl, String rendered) throws IOException {
        this.kubectl = kubectl;
        this.objects = HelmChart.objects(rendered).stream()
                .map(ObjectNode.class::cast)
                .filter(object -> !isHookOfHelm(object))
                .toList();
    }

    /** Renders the chart for an OpenShift by Helm 4. */
    static ArgoApplication byHelm4(Mesh mesh, String... more) throws IOException, InterruptedException {
        var arguments =
                new ArrayList<>(List.of("template", Release.NAME, chart(mesh).toString()));
        arguments.addAll(
                List.of("--namespace", Release.NAME, "--values", values(mesh).toString()));
        arguments.addAll(List.of("--set", "global.platform=openshift"));
        arguments.addAll(List.of(more));
        var kubectl = mesh.cluster().kubectl();
        return new ArgoApplication(kubectl, kubectl.helm(arguments.toArray(String[]::new)));
    }

    /** Does the same by Helm 3, as Argo CD does before version 3.5. */
    static ArgoApplication byHelm3(Mesh mesh) throws IOException {
        var rendered = new Helm(chart(mesh))
                .template()
                .withName(Release.NAME)
                .withNamespace(Release.NAME)
                .withKubeVersion("1.35.0")
                .withValuesFile(values(mesh))
                .set("global.platform", "openshift")
                .call();
        return new ArgoApplication(mesh.cluster().kubectl(), rendered);
    }

    /** Applies every object, with the annotation by which Argo CD tracks it. */
    void sync() throws IOException, InterruptedException {
        for (var object : objects) {
            var metadata = object.withObject("/metadata");
            metadata.withObject("/annotations")
                    .put(
                            TRACKING_ID,
                            Release.NAME + ":" + object.path("kind").asText() + ":"
                                    + metadata.path("namespace").asText() + "/"
                                    + metadata.path("name").asText());
        }
        syncByLabel();
    }

    /** Applies every object as an Argo CD that tracks by the label {@code app.kubernetes.io/instance}, which the chart writes as well. */
    void syncByLabel() throws IOException, InterruptedException {
        var all = new ObjectMapper().createObjectNode().put("apiVersion", "v1").put("kind", "List");
        all.putArray("items").addAll(objects);
        kubectl.apply("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """.formatted(Release.NAME));
        kubectl.apply(all.toString());
        for (var workload : Release.workloads()) {
            kubectl.run("rollout", "status", workload, "--namespace", Release.NAME, "--timeout=4m");
        }
    }

    /** Deletes what has no owner; {@return what was left alone, and who owns it} */
    List<String> delete() throws IOException, InterruptedException {
        return delete(_ -> true);
    }

    /** Does the same for the webhook's objects, as after {@code webhook.enabled: false} with pruning. */
    List<String> pruneTheWebhook() throws IOException, InterruptedException {
        return delete(object -> object.at("/metadata/labels")
                .path("app.kubernetes.io/name")
                .asText()
                .equals("webhook"));
    }

    /** Deletes all that is left, whoever owns it. */
    void deleteWhatIsLeft() throws IOException, InterruptedException {
        for (var object : objects.reversed()) {
            kubectl.attempt(object.toString(), "delete", "-f", "-", "--ignore-not-found", "--wait=true");
        }
    }

    private List<String> delete(Predicate<JsonNode> which) throws IOException, InterruptedException {
        var leftAlone = new ArrayList<String>();
        for (var object : objects.reversed()) {
            if (which.test(object)) {
                delete(object, leftAlone);
            }
        }
        return leftAlone;
    }

    private void delete(JsonNode object, List<String> leftAlone) throws IOException, InterruptedException {
        var owners = "jsonpath={.metadata.ownerReferences[*].kind}";
        var found = kubectl.attempt(object.toString(), "get", "-f", "-", "--ignore-not-found", "-o", owners);
        if (found.output().isBlank()) {
            kubectl.attempt(object.toString(), "delete", "-f", "-", "--ignore-not-found", "--wait=false");
        } else {
            leftAlone.add(object.path("kind").asText() + " "
                    + object.at("/metadata/name").asText() + ", owned by " + found.output());
        }
    }

    private static boolean isHookOfHelm(JsonNode object) {
        return object.at("/metadata/annotations").has("helm.sh/hook");
    }

    private static Path chart(Mesh mesh) {
        return mesh.release().chart();
    }

    private static Path values(Mesh mesh) {
        return mesh.release().values();
    }
}
