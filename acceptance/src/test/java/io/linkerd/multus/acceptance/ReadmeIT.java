// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.docs.Page;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.OperatorCatalog;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Programs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What README has a user type, letter by letter, with no value that the page does not name. */
@WithMesh(release = ReleaseState.NONE)
class ReadmeIT {
    private static final Page README = new Page(Path.of("README.md"));
    private static final Page CHART = new Page(Path.of("charts/linkerd-multus/README.md"));
    private static final Page LINKERD = new Page(Path.of("docs/linkerd.md"));
    private static final Pattern INSTALL =
            Pattern.compile("^helm install linkerd-multus (.*\\\\\n)*.*$", Pattern.MULTILINE);
    private static final Duration LONG = Duration.ofMinutes(6);
    private static final Duration SHORT = Duration.ofSeconds(30);

    /** The namespace of the page's example. */
    private static final String SHOP = "shop";

    /** The release of the kinds. */
    private static final String KINDS = "linkerd-multus-crds";

    /** The registry of the page's example; its images are on the nodes already, and nothing is pulled. */
    private static final String REGISTRY = "registry.example.com/mesh/";

    /** The image of Linkerd's plugin that the chart names by itself. */
    private static final String PLUGIN = "cr.l5d.io/linkerd/cni-plugin:v1.6.8";

    private final Mesh mesh;

    ReadmeIT(Mesh mesh) {
        this.mesh = mesh;
    }

    @BeforeEach
    void haveTheImagesOnTheNodes() throws Exception {
        tag(LinkerdStandins.IMAGE, PLUGIN);
        for (var service : Service.byDefault()) {
            var reference = service.reference(OperatorCatalog.VERSION);
            tag(reference, REGISTRY + reference.substring(reference.indexOf('/') + 1));
        }
    }

    /** A test that failed half-way leaves as little as one that typed all that the page has under its removal. */
    @AfterEach
    void leaveNoReleaseAndNoKind() throws Exception {
        mesh.release().uninstall();
        mesh.cluster().kubectl().helm("uninstall", KINDS, "--namespace", Release.NAME, "--ignore-not-found");
        mesh.kubectl(
                "delete",
                "crd",
                "linkerdconfigs.config.linkerd.io",
                "linkerdmultuses.multus.linkerd.io",
                "--ignore-not-found",
                "--timeout=1m");
    }

    @Test
    void itsCommandsInstallMeshShowAndRemove() throws Exception {
        mesh.namespace(SHOP, Map.of());
        mesh.deploy(SHOP, "web", 1, Map.of());

        assertThat(type(README.commands("## Install it on a cluster"))).contains("Phase:", "Succeeded");
        var pod = mesh.untilHas(
                        "the restarted pod is meshed",
                        () -> mesh.objects().pods(SHOP, "app=web"),
                        pods -> pods.size() == 1
                                && pods.getFirst().ready()
                                && pods.getFirst().meshed())
                .getFirst();
        assertThat(mesh.redirects(pod)).isTrue();
        assertThat(type(README.commands("## See that it works")))
                .contains("linkerd-cni", pod.name(), pod.proxyUidAnnotation().orElseThrow(), "restricted-v2");

        type(README.commands("## Remove it"));
        mesh.release().awaitNoPods();
        assertThat(mesh.kubectl("get", "secrets", "--all-namespaces", "--selector=owner=helm", "--output=name"))
                .as("what Helm knows of")
                .isBlank();
        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .isEqualTo(mesh.untouched().byNode());
    }

    /** Its images are named by the chart alone. */
    @Test
    @Nightly.Ways
    void theChartsOwnPageInstallsToo() throws Exception {
        type(installs(CHART, "# linkerd-multus"));

        assertThatAPodIsMeshed();
    }

    /** Linkerd's own charts are the stand-ins here. */
    @Test
    @Nightly.Ways
    void thePageOfLinkerdWithoutItsChartInstallsToo() throws Exception {
        mesh.kubectl("delete", "configmap", "linkerd-cni-config", "--namespace", "linkerd-cni");
        try {
            type(installs(LINKERD, "## From nothing to a meshed pod, on OpenShift"));

            assertThatAPodIsMeshed();
        } finally {
            type("helm uninstall linkerd-multus -n linkerd-cni --wait");
        }
    }

    private void assertThatAPodIsMeshed() throws Exception {
        mesh.namespace(SHOP, Mesh.OPTED_IN);
        for (var pod : mesh.deploy(SHOP, "web", 1, Map.of())) {
            assertThat(mesh.redirects(pod)).as("%s", pod).isTrue();
        }
    }

    /** {@return the command below a heading by which a page installs our chart, which may go on over several lines} */
    private static String installs(Page page, String heading) {
        var install = INSTALL.matcher(page.commands(heading));
        assertThat(install.find()).as("%s installs linkerd-multus", page).isTrue();
        return install.group();
    }

    /** {@return what the commands said; the first that fails ends them, and is a failure} */
    private String type(String commands) throws Exception {
        var kubectl = mesh.cluster().kubectl();
        var environment = Map.of(
                "PATH",
                kubectl.tools() + ":" + System.getenv("PATH"),
                "KUBECONFIG",
                kubectl.kubeconfig().toString());
        var there = "cd " + LocalClusterExtension.project() + "\n";
        return new Programs(environment).output(LONG, there + commands, List.of("sh", "-ex"));
    }

    private void tag(String image, String name) throws Exception {
        for (var node : mesh.cluster().nodes()) {
            node.run(SHORT, List.of("ctr", "--namespace", "k8s.io", "images", "tag", "--force", image, name));
        }
    }
}
