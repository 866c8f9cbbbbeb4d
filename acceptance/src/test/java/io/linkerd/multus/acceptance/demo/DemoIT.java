// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Programs.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The script {@code demo} with each line of its help, as a user types it; {@link OlmDemoIT} has {@code --olm}. */
class DemoIT {
    private static final Path PROJECT = LocalClusterExtension.project();
    private static final String NAME = "demo-" + ProcessHandle.current().pid();
    private static final Duration LONG = Duration.ofMinutes(10);
    /** What a person may have set for a cluster of another kind; it is none of the demo's. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("HELM_KUBECONTEXT", "production", "HELM_DRIVER", "configmap");

    private static final List<String> MESHED = List.of(
            "Redirect rules in the network namespace of pod web",
            "One request from client to web",
            "Status check results are ",
            "Try next");

    private final Set<String> typed = new TreeSet<>();

    /** The build that runs this has made what the script would have Maven make. */
    @BeforeEach
    void isBuilt() throws Exception {
        LocalClusterExtension.assumeRoot();
        var stamp = PROJECT.resolve("acceptance/target/demo.built");
        Files.write(stamp, new byte[0]);
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.now()));
    }

    @AfterEach
    void leaveNothing() throws Exception {
        demo("down");
        assertThat(Files.exists(Cache.of(System.getenv()).clusters().resolve(NAME)))
                .isFalse();
    }

    @Test
    void comesUpByItselfAndHasEveryCommandOfItsHelp() throws Exception {
        assertMeshed(succeeds("up"));

        assertThat(succeeds("status")).contains("the cluster " + NAME + " is up: profile openshift", "node1", "node2");
        assertThat(succeeds("kubectl", "get", "namespaces", "--output=name")).contains("namespace/shop");
        assertThat(succeeds("helm", "list", "--all-namespaces")).contains("linkerd-multus", "deployed");
        assertThat(succeeds("node", "1", "--", "ls", "/var/lib/cni/bin")).contains("linkerd-cni");
        var pod = succeeds("kubectl", "get", "pods", "--namespace=shop", "--selector=app=web", "--output=name");
        assertThat(succeeds("pod-netns", pod.strip().replace("pod", "shop"), "--", "ip", "-brief", "address"))
                .contains("eth0");
        assertThat(succeeds("linkerd-multus", "why", "deployment/web", "--namespace=shop"))
                .contains("Nothing is wrong that can be seen.");
        assertSaysWhyAPodDoesNotComeUp();
        succeeds("load", Service.WEBHOOK.tar(PROJECT).toString());
        assertThat(succeeds("logs")).contains("kube-apiserver");
        assertThat(succeeds("logs", "kube-apiserver")).isNotEmpty();
        assertThat(succeeds("down")).contains("removed the cluster " + NAME);
        assertThat(demo("status").exitCode()).isEqualTo(3);

        assertThat(typed).containsAll(commandsOf(succeeds("--help")));
    }

    /** As "Try next" has it. */
    private void assertSaysWhyAPodDoesNotComeUp() throws Exception {
        succeeds("kubectl", "create", "namespace", "forgotten");
        succeeds("kubectl", "annotate", "namespace", "forgotten", "linkerd.io/inject=enabled");
        succeeds("kubectl", "create", "deployment", "web", "--namespace=forgotten", "--image=" + LinkerdStandins.IMAGE);

        var why = demo("linkerd-multus", "why", "deployment/web", "--namespace=forgotten");

        assertThat(why.exitCode()).as(why.errors()).isEqualTo(1);
        assertThat(why.output())
                .contains("The cause: namespace forgotten has no annotation linkerd.io/multus")
                .contains("kubectl annotate --overwrite namespace forgotten linkerd.io/multus=enabled");
    }

    private static List<String> commandsOf(String help) {
        return Pattern.compile("^ {2}([a-z-]+)", Pattern.MULTILINE)
                .matcher(help)
                .results()
                .map(line -> line.group(1))
                .toList();
    }

    @Test
    @Nightly.Ways
    void comesUpOnPlainKubernetes() throws Exception {
        assertMeshed(succeeds("up", "--profile", "plain"));
    }

    /** It failed after three minutes, since the controller waited for a kind that only Multus brings. */
    @Test
    @Nightly.Ways
    void comesUpWithoutMultus() throws Exception {
        assertMeshed(succeeds("up", "--profile", "plain", "--without-multus"));
    }

    @Test
    @Nightly.Ways
    void comesUpWithTheMultusOfItsOwnChart() throws Exception {
        assertMeshed(succeeds("up", "--profile", "plain", "--multus", "ours"));
        assertThat(succeeds("kubectl", "get", "daemonsets", "--all-namespaces", "--output=name"))
                .contains("linkerd-multus-multus")
                .doesNotContain("kube-multus-ds");
    }

    @Test
    @Nightly.Ways
    void comesUpWithMoreNodesAndImagesAndMeasuresStarts() throws Exception {
        var image = Service.INSTALLER.tar(PROJECT).toString();

        assertMeshed(succeeds("up", "--nodes", "3", "--image", image, "--measure"));

        assertThat(succeeds("status")).contains("node3");
    }

    private static void assertMeshed(String said) {
        assertThat(said).contains(MESHED);
    }

    private String succeeds(String... arguments) throws Exception {
        var outcome = demo(arguments);
        assertThat(outcome.exitCode())
                .as(String.join(" ", arguments) + "\n" + outcome.output() + outcome.errors())
                .isZero();
        return outcome.output();
    }

    private Outcome demo(String... arguments) throws Exception {
        typed.add(arguments[0]);
        var command = new ArrayList<>(List.of(PROJECT.resolve("demo").toString(), "--name", NAME));
        command.addAll(List.of(arguments));
        return new Programs(ELSEWHERE).run(LONG, "", command);
    }
}
