// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Programs.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person sees of {@code ./demo --olm}: the script itself, but for the build that this test is a part of. */
@Nightly.Olm
class OlmDemoIT {
    private static final Path PROJECT = LocalClusterExtension.project();
    private static final String NAME = "olm-demo-" + ProcessHandle.current().pid();
    private static final Duration LONG = Duration.ofMinutes(20);

    @BeforeEach
    void isRoot() {
        LocalClusterExtension.assumeRoot();
    }

    @AfterEach
    void leaveNothing() throws Exception {
        demo("down");
    }

    @Test
    void fromACatalogToAMeshedPodTwiceAndGone() throws Exception {
        showsAll(up("--olm"));

        var again = up("--olm");
        showsAll(again);
        assertThat(again.output()).contains("the cluster " + NAME + " is up already");

        var byHelm = up();
        assertThat(byHelm.exitCode()).isEqualTo(1);
        assertThat(byHelm.errors())
                .contains(
                        "is up as openshift with 2 nodes, with the Operator Lifecycle Manager; remove it first (down)");

        // Linkerd's CNI chart is not there: what it would make, the operator has made.
        assertThat(demo("kubectl", "get", "daemonset,configmap", "--all-namespaces", "--output=name")
                        .output())
                .contains("daemonset.apps/linkerd-cni", "configmap/linkerd-cni-config");
        assertThat(demo("kubectl", "get", "configmap", "--namespace=linkerd-cni", "--output=name")
                        .output())
                .doesNotContain("linkerd-cni-config");
        assertThat(demo("kubectl", "get", "packagemanifests", "--output=name").output())
                .isEqualToIgnoringWhitespace("packagemanifest.packages.operators.coreos.com/linkerd-multus");
        assertThat(demo("down").output()).contains("removed the cluster " + NAME);
        assertThat(Files.exists(Cache.of(System.getenv()).clusters().resolve(NAME)))
                .isFalse();
    }

    private static void showsAll(Outcome up) {
        assertThat(up.exitCode()).as(up.output() + up.errors()).isZero();
        assertThat(up.output())
                .containsSubsequence(
                        "What the console's OperatorHub has to offer",
                        "linkerd-multus",
                        "What was subscribed to",
                        "linkerd-multus.v0.1.0",
                        "Succeeded",
                        "The one object",
                        "AsAsked",
                        "The network attachment that namespace shop was given",
                        "Redirect rules in the network namespace of pod web",
                        "One request from client to web",
                        "Try next",
                        "./demo --name " + NAME + " kubectl get packagemanifests",
                        "./demo --name " + NAME + " down");
    }

    /** As the script calls it once everything is built. */
    private static Outcome up(String... options) throws Exception {
        var target = PROJECT.resolve("acceptance/target");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--class-path",
                target.resolve("classes") + ":" + Files.readString(target.resolve("runtime.classpath")),
                Demo.class.getName(),
                "--project",
                PROJECT.toString(),
                "--name",
                NAME));
        command.addAll(List.of(options));
        return Programs.plain().run(LONG, "", command);
    }

    private static Outcome demo(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(PROJECT.resolve("demo").toString(), "--name", NAME));
        command.addAll(List.of(arguments));
        return Programs.plain().run(LONG, "", command);
    }
}
