// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.OperatorCatalog;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.cli.OneJar;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code linkerd-multus install} and {@code uninstall}, piped into kubectl, as docs/cli.md has them. */
@WithMesh(release = ReleaseState.NONE)
@Nightly.Ways
class InstallCommandIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final String KIND = "linkerdconfigs.config.linkerd.io";

    /** Linkerd's image, of which nodes have the stand-in's under that name; nothing is pulled. */
    private static final Pattern PLUGIN = Pattern.compile("image: (\\S+/cni-plugin:\\S+)");

    private final Mesh mesh;

    InstallCommandIT(Mesh mesh) {
        this.mesh = mesh;
    }

    /** A test that failed half-way left what Helm does not know of, so that the next class could not install. */
    @AfterEach
    void leaveNothing() throws Exception {
        mesh.release().require(ReleaseState.OWN);
        var rest = call("uninstall", "--force");
        if (rest.succeeded()) {
            mesh.cluster().kubectl().attempt(rest.output(), "delete", "--ignore-not-found", "--timeout=3m", "-f", "-");
        }
    }

    @Test
    void installMeshesPodsAndUninstallLeavesEveryNodeAndTheClusterAsTheyWere() throws Exception {
        mesh.untilHas("nothing of ours is there before", () -> Leftovers.of(mesh), List::isEmpty);
        // Another class may have had the chart of the kinds, which Helm would keep.
        mesh.kubectl("delete", "crd", KIND, "--ignore-not-found", "--timeout=1m");

        install();

        assertThat(CniFolders.of(mesh.cluster())).as("while installed").isNotEqualTo(mesh.untouched());
        assertThatAPodIsMeshed();

        var printed = call("uninstall");
        assertThat(printed.exitCode()).as(printed.errors()).isZero();
        assertThat(printed.errors())
                .as("every installer is ready")
                .doesNotContain("not ready")
                .contains("Pods that are meshed by the plugin: ");
        pipe(printed.output(), "delete", "-f", "-");

        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .isEqualTo(mesh.untouched().byNode());
        mesh.untilHas("nothing of ours is left", () -> Leftovers.of(mesh), List::isEmpty);
        assertThat(mesh.kubectl("get", "namespaces", "--output=name"))
                .doesNotContain("namespace/" + Release.NAME + "\n");
        assertThat(mesh.kubectl("get", "crds", "--output=name")).doesNotContain(KIND);
        assertThat(call("uninstall").exitCode()).as("there is nothing of it").isEqualTo(1);
    }

    private void install() throws Exception {
        var printed = call("install");
        assertThat(printed.exitCode()).as(printed.errors()).isZero();
        assertThat(printed.errors()).contains("localhost/linkerd-multus/");
        var plugin = PLUGIN.matcher(printed.output());
        assertThat(plugin.find()).isTrue();
        for (var node : mesh.cluster().nodes()) {
            node.run(
                    SHORT,
                    List.of(
                            "ctr",
                            "--namespace",
                            "k8s.io",
                            "images",
                            "tag",
                            "--force",
                            LinkerdStandins.IMAGE,
                            plugin.group(1)));
        }
        pipe(printed.output(), "apply", "-f", "-");
        for (var workload : Release.workloads()) {
            mesh.kubectl("rollout", "status", workload, "--namespace", Release.NAME, "--timeout=3m");
        }
    }

    private void assertThatAPodIsMeshed() throws Exception {
        var namespace = mesh.unique("installed");
        mesh.namespace(namespace, Mesh.OPTED_IN);
        for (var pod : mesh.deploy(namespace, "web", 1, Map.of())) {
            assertThat(pod.meshed()).isTrue();
            assertThat(mesh.redirects(pod)).as("%s", pod).isTrue();
        }
    }

    private void pipe(String manifests, String... arguments) throws IOException, InterruptedException {
        var outcome = mesh.cluster().kubectl().attempt(manifests, arguments);
        assertThat(outcome.succeeded()).as(outcome.output() + outcome.errors()).isTrue();
    }

    /** The jar that people download; options for another Java are no part of what it says. */
    private Programs.Outcome call(String... arguments) throws IOException, InterruptedException {
        var jar = OneJar.file(new Project(LocalClusterExtension.project(), OperatorCatalog.VERSION));
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var environment =
                Map.of("KUBECONFIG", mesh.cluster().kubectl().kubeconfig().toString());
        var command =
                new ArrayList<>(List.of("env", "-u", "JAVA_TOOL_OPTIONS", java.toString(), "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return new Programs(environment).run(PATIENCE, "", command);
    }
}
