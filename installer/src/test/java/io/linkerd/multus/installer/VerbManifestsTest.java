// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the verbs do in a cluster. */
class VerbManifestsTest {
    private static final String STATE = "/var/lib/linkerd-multus";
    private static final String ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/multus-node1";
    private static final String ACCOUNT = "/api/v1/namespaces/kube-system/serviceaccounts/multus";
    private static final String ROLE_YAML = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: multus-${NODE_HOSTNAME}
            rules: []
            """;

    private static final String ACCOUNT_YAML = """
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: multus}
            """;

    @TempDir
    private Path root;

    private final VerbCluster cluster = new VerbCluster();
    private final FakeApiServer api = cluster.api();

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** As in {@code docker run -v $PWD:/etc/kubernetes/manifests … install --manifests=crb.yaml,sa.yaml}. */
    @Test
    void appliesManifestsWithNothingOfTheHostMounted() throws Exception {
        var bench = bench();

        var run = bench.run("install", "--manifests=role.yaml,sa.yaml");

        assertThat(run).isEqualTo(new OneShot(0, """
                Installing Kubernetes manifest role.yaml...
                Installing Kubernetes manifest sa.yaml...
                Done.
                """, ""));
        assertThat(api.get(ROLE).orElseThrow().toString()).contains("\"manager\":\"linkerd-multus-verbs\"");
        assertThat(api.get(ACCOUNT)).isPresent();

        assertThat(bench.run("uninstall", "--manifests=role.yaml,sa.yaml")).isEqualTo(new OneShot(0, """
                Uninstalling Kubernetes manifest sa.yaml...
                Uninstalling Kubernetes manifest role.yaml...
                Done.
                """, ""));
        assertThat(api.get(ROLE)).isEmpty();
        assertThat(api.get(ACCOUNT)).isEmpty();
    }

    /** It removed the plugins first, and what called them last. */
    @Test
    void doesAllKindsInOneRun() throws Exception {
        var bench = bench("/opt/cni/bin", "/etc/cni/net.d");
        bench.template("10-vlan.conf", "{}");
        var before = bench.picture();
        String[] all = {"--manifests=sa.yaml", "--configs=10-vlan.conf", "--plugins=vlan"};

        assertThat(bench.run("install", all[0], all[1], all[2]).out().lines().filter(line -> !line.equals("Done.")))
                .containsExactly(
                        "Installing CNI plugin vlan...",
                        "Installing CNI configuration 10-vlan.conf...",
                        "Installing Kubernetes manifest sa.yaml...");
        assertThat(bench.run("uninstall", all[0], all[1], all[2]).out().lines().filter(line -> !line.equals("Done.")))
                .containsExactly(
                        "Uninstalling Kubernetes manifest sa.yaml...",
                        "Uninstalling CNI configuration 10-vlan.conf...",
                        "Uninstalling CNI plugin vlan...");
        assertThat(bench.picture()).isEqualTo(before);
        assertThat(api.get(ACCOUNT)).isEmpty();
    }

    /** It failed when file or variables had changed, and deleted what the file has now. */
    @Test
    void removesWhatItAppliedWhateverHasBecomeOfTheFile() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=role.yaml,sa.yaml");
        Files.delete(bench.container("manifests").resolve("role.yaml"));
        bench.manifest("sa.yaml", ACCOUNT_YAML.replace("multus", "other"));
        api.put(ACCOUNT.replace("multus", "other"), "{}");

        assertThat(bench.with("NODE_HOSTNAME=another")
                        .run("uninstall", "--manifests=role.yaml,sa.yaml")
                        .err())
                .isEmpty();

        assertThat(api.get(ROLE)).isEmpty();
        assertThat(api.get(ACCOUNT)).isEmpty();
        assertThat(api.get(ACCOUNT.replace("multus", "other"))).isPresent();
        assertThat(bench.host(STATE)).isEmptyDirectory();
    }

    @Test
    void appliesTheDifferenceToWhatWasAppliedBefore() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=role.yaml,sa.yaml");

        assertThat(bench.run("apply", "--manifests=sa.yaml").err()).isEmpty();

        assertThat(api.get(ROLE)).isEmpty();
        assertThat(api.get(ACCOUNT)).isPresent();
    }

    /** kubectl failed. */
    @Test
    void isContentWhenAnObjectIsGoneAlready() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=role.yaml");
        api.remove(ROLE);

        assertThat(bench.run("uninstall", "--manifests=role.yaml").exitCode()).isZero();
    }

    /** It left the variable out, and applied what was left. */
    @Test
    void appliesNothingWhenAVariableIsNotSet() throws Exception {
        var bench = bench(STATE);
        bench.manifest("sa.yaml", ACCOUNT_YAML.replace("multus", "$NOWHERE"));

        var run = bench.run("install", "--manifests=role.yaml,sa.yaml");

        assertThat(run)
                .isEqualTo(new OneShot(1, "", "Kubernetes manifest sa.yaml: not set in the environment: NOWHERE\n"));
        assertThat(api.writes()).isEmpty();
    }

    @Test
    void saysWhatTheClusterRefusesAndRemembersWhatIsToBeRemovedAllTheSame() throws Exception {
        var bench = bench(STATE);
        api.fail("PATCH " + ACCOUNT, Failure.status(403));

        var run = bench.run("install", "--manifests=role.yaml,sa.yaml");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("ServiceAccount multus: forbidden");
        api.heal();
        bench.run("apply", "--manifests=");
        assertThat(api.get(ROLE)).isEmpty();
    }

    /** The file had something else in the end than when it was installed first. */
    @Test
    void removesEverythingThatWasEverApplied() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=role.yaml");
        bench.manifest("role.yaml", ACCOUNT_YAML);
        bench.run("install", "--manifests=role.yaml");
        assertThat(api.get(ROLE)).isPresent();
        assertThat(api.get(ACCOUNT)).isPresent();

        bench.run("uninstall", "--manifests=role.yaml");

        assertThat(api.get(ROLE)).isEmpty();
        assertThat(api.get(ACCOUNT)).isEmpty();
    }

    @Test
    void takesAKindThatIsNotKnownForAFailure() throws Exception {
        var bench = bench(STATE);
        bench.manifest("x.yaml", "{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}}");

        assertThat(bench.run("install", "--manifests=x.yaml").err())
                .contains("Thing a: the cluster knows no such kind in example.com/v1");
        assertThat(bench.run("uninstall", "--manifests=x.yaml").exitCode()).isZero();
    }

    /** Whoever gave a manifest another name had its objects deleted a moment after they were applied. */
    @Test
    void keepsAnObjectThatHasMovedToAnotherManifest() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=sa.yaml");
        bench.manifest("account.yaml", ACCOUNT_YAML.replace("multus}", "multus, namespace: kube-system}"));

        assertThat(bench.run("apply", "--manifests=account.yaml").err()).isEmpty();

        assertThat(api.get(ACCOUNT)).isPresent();
        assertThat(api.writes()).noneMatch(write -> write.startsWith("DELETE"));
        bench.run("uninstall", "--manifests=account.yaml");
        assertThat(api.get(ACCOUNT)).isEmpty();
    }

    @Test
    void keepsAnObjectThatAnotherOwnersManifestHasToo() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=sa.yaml");
        bench.run("install", "--manifests=sa.yaml", "--owner=somebody");

        assertThat(bench.run("uninstall", "--manifests=sa.yaml").exitCode()).isZero();

        assertThat(api.get(ACCOUNT)).isPresent();
    }

    /** It deleted whatever had the name, whoever had made it. */
    @ParameterizedTest
    @ValueSource(strings = {STATE, ""})
    void leavesAnObjectThatItHasNotApplied(String mounted) throws Exception {
        var bench = mounted.isEmpty() ? bench() : bench(mounted);
        api.put(ACCOUNT, "{}");

        var run = bench.run("uninstall", "--manifests=sa.yaml");

        assertThat(run).isEqualTo(new OneShot(0, """
                Uninstalling Kubernetes manifest sa.yaml...
                ServiceAccount multus stays: no verb of ours has applied it
                Done.
                """, ""));
        assertThat(api.get(ACCOUNT)).isPresent();
    }

    /** It was applied, deleted by somebody, and made anew by somebody else. */
    @Test
    void leavesAnObjectThatSomebodyHasMadeAnew() throws Exception {
        var bench = bench(STATE);
        bench.run("install", "--manifests=sa.yaml");
        api.remove(ACCOUNT);
        api.put(ACCOUNT, "{}");

        assertThat(bench.run("uninstall", "--manifests=sa.yaml").exitCode()).isZero();

        assertThat(api.get(ACCOUNT)).isPresent();
        assertThat(bench.host(STATE)).isEmptyDirectory();
    }

    /** A blank in a name, which RBAC allows, ended the program with a stack trace. */
    @ParameterizedTest
    @ValueSource(strings = {"a b", "system:nodes", "a?b", "a#b", "ä", "a+b", "a;b=c"})
    void appliesAndRemovesObjectsOfEveryNameThatKubernetesAllows(String name) throws Exception {
        var bench = bench(STATE);
        bench.manifest("role.yaml", ROLE_YAML.replace("multus-${NODE_HOSTNAME}", "'" + name + "'"));

        assertThat(bench.run("install", "--manifests=role.yaml").err()).isEmpty();
        assertThat(api.list("/apis/rbac.authorization.k8s.io/v1/clusterroles"))
                .singleElement()
                .extracting(role -> role.at("/metadata/name").asText())
                .isEqualTo(name);

        assertThat(bench.run("uninstall", "--manifests=role.yaml").err()).isEmpty();
        assertThat(api.list("/apis/rbac.authorization.k8s.io/v1/clusterroles")).isEmpty();
    }

    @Test
    void tellsThatThereIsNoCluster() throws Exception {
        var bench = new VerbBench(root);
        bench.manifest("sa.yaml", ACCOUNT_YAML);

        assertThat(bench.run("install", "--manifests=sa.yaml").err())
                .isEqualTo("no cluster to apply manifests to: KUBERNETES_SERVICE_HOST is not set\n");
    }

    private VerbBench bench(String... mounted) throws Exception {
        var bench = cluster.bench(root, mounted);
        bench.manifest("role.yaml", ROLE_YAML);
        bench.manifest("sa.yaml", ACCOUNT_YAML);
        return bench;
    }
}
