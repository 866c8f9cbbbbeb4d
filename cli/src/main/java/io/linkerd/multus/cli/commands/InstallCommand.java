// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.manifests.Named;
import io.linkerd.multus.cli.manifests.Rendering;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.product.Product;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what is to be applied. */
@Command(
        mixinStandardHelpOptions = true,
        name = "install",
        description = {
            "Prints manifests for kubectl apply -f -.",
            "They are the chart with its own values, in namespace linkerd-multus. The API groups of the cluster say which, as the chart's"
                    + " auto does. For values there is Helm. Nothing is written."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was printed",
            "2:there is no such manifest, or a release is there already",
            "3:the cluster cannot be asked"
        })
final class InstallCommand implements Callable<Integer> {
    /** As ./release takes it, and a host alone. */
    private static final String REGISTRY = "(localhost|[A-Za-z0-9-]*[.:][A-Za-z0-9.:-]*)(/[a-z0-9._-]+)*";

    private static final String LOCAL_IMAGES =
            "the images are localhost/linkerd-multus/..., which no registry serves, since no release was made of this program:"
                    + " have every node import what the build left in */target/linkerd-multus-*.tar (ctr --namespace k8s.io images"
                    + " import), or push it to HOST/PATH/linkerd-multus/... and say --registry HOST/PATH";

    private final Terminal terminal;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(
            names = "--platform",
            paramLabel = "PLATFORM",
            description = "openshift, microshift, kubernetes, or auto: by the cluster's API groups (default: auto)")
    private String platform = Rendering.AUTO;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "nad: Multus calls the plugin; chained: the nodes' own networks do; auto: nad where there is Multus (default: auto)")
    private String mode = Rendering.AUTO;

    @Option(
            names = "--registry",
            paramLabel = "HOST/PATH",
            description =
                    "take the images HOST/PATH/linkerd-multus/...:VERSION (default: those that this version was released with)")
    private Optional<String> registry = Optional.empty();

    InstallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Words.oneOf("--platform", platform, with(Rendering.platforms()));
        Words.oneOf("--mode", mode, with(Rendering.modes()));
        var images = registry();
        terminal.out().print(rendering().text(images));
        terminal.out().flush();
        if (images.equals(Rendering.LOCAL)) {
            terminal.complain(LOCAL_IMAGES);
        }
        return Exit.FINE;
    }

    private String registry() {
        registry.filter(said -> !said.matches(REGISTRY)).ifPresent(said -> {
            throw new UnusableInput(
                    "--registry=" + said + " is no registry: it is HOST/PATH, like registry.example.com/mesh");
        });
        return registry.or(() -> Product.built().registry()).orElse(Rendering.LOCAL);
    }

    private static List<String> with(List<String> words) {
        return Stream.concat(Stream.of(Rendering.AUTO), words.stream()).toList();
    }

    /** Where both are said no cluster is asked. */
    private Rendering rendering() {
        if (!platform.equals(Rendering.AUTO) && !mode.equals(Rendering.AUTO)) {
            return of(platform, mode);
        }
        try (var cluster = Cluster.open(options.access())) {
            requireNone(cluster);
            boolean constraints = serves(cluster, "security.openshift.io/v1");
            boolean multus = serves(cluster, "k8s.cni.cncf.io/v1");
            var kind = !constraints
                    ? "kubernetes"
                    : serves(cluster, "config.openshift.io/v1") ? "openshift" : "microshift";
            requireUsual(cluster);
            return of(
                    platform.equals(Rendering.AUTO) ? kind : platform,
                    !mode.equals(Rendering.AUTO) ? mode : multus || constraints ? "nad" : "chained");
        }
    }

    private static Rendering of(String platform, String mode) {
        return Rendering.of(platform, mode)
                .orElseThrow(() -> new UnusableInput("there is no manifest for " + platform + " in mode " + mode
                        + ": there are those for " + Rendering.list() + "; the chart linkerd-multus has every mode"));
    }

    private static boolean serves(Cluster cluster, String group) {
        return switch (cluster.text("see the API group " + group, "/apis/" + group)) {
            case Sight.Seen<String> _ -> true;
            case Sight.Absent<String> _ -> false;
            case Sight.Denied<String> none -> throw notSeen(none);
            case Sight.Failed<String> none -> throw notSeen(none);
        };
    }

    private static UnusableInput notSeen(Sight<String> none) {
        return new UnusableInput(none.whyNot().orElse("") + ": say --platform and --mode");
    }

    /** Their folders are elsewhere, and a class of pods that nodes need is limited: no manifest has that. */
    private void requireUsual(Cluster cluster) {
        var version = NoCluster.unlessFailed(cluster.version()).seen().orElse("");
        var own = version.contains("-gke.") ? "gke" : version.contains("+k3s") ? "k3s" : "";
        if (platform.equals(Rendering.AUTO) && !own.isEmpty()) {
            throw new UnusableInput("this is a cluster of " + (own.equals("gke") ? "Google's" : own)
                    + ", which needs values of its own: install the chart linkerd-multus with Helm and global.platform="
                    + (own.equals("k3s") ? "k3s, k3d or k3s-legacy (docs/installer.md says which)" : own)
                    + ", or say --platform");
        }
    }

    private static void requireNone(Cluster cluster) {
        var elsewhere = NoCluster.unlessFailed(new Releases(cluster).release())
                .seen()
                .flatMap(ReleaseView::namespace)
                .filter(place -> !place.equals(Named.RELEASE));
        if (elsewhere.isPresent()) {
            throw new UnusableInput(
                    "there is a release in namespace " + elsewhere.get() + " already, and two of one cluster would"
                            + " stand in each other's way: upgrade that one as it was installed, or uninstall it first");
        }
        for (var object : Named.toDelete()) {
            if (object.kind().equals("MutatingWebhookConfiguration")
                    || object.kind().equals("DaemonSet")) {
                Kept.of(cluster, object)
                        .requireApplied(
                                object,
                                "upgrade its release by helm upgrade, or uninstall it first",
                                "change its LinkerdMultus, or delete that first");
            }
        }
    }
}
