// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckAndWhyIT extends OnClusterOfOurs {

    @Test
    void whereAllIsWellEverythingIsRight() {
        var called = cluster.call("check");

        assertThat(called.out()).doesNotContain("XX ").doesNotContain("!! ").endsWith("Status check results are ok\n");
        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(cluster.call("why", "shop/web-0").code()).isEqualTo(Exit.FINE);
    }

    @Test
    void bothNameTheCauseOfExitCode95() {
        cluster.pod("{terminated: {exitCode: 95}}");

        var check = cluster.call("check", "-o", "short");
        var why = cluster.call("why", "shop/web-0");

        assertThat(check.code()).isEqualTo(Exit.WRONG);
        assertThat(check.out()).contains("shop/web-0", "linkerd-network-validator ended with 95");
        assertThat(why.code()).isEqualTo(Exit.WRONG);
        assertThat(why.out())
                .contains("XX its traffic is redirected to its proxy")
                .contains("The cause: linkerd-network-validator ended with 95");
    }

    /** The chain as programs read it. */
    @Test
    void whyAsJsonNamesTheStage() throws JsonProcessingException {
        cluster.api().remove(ClusterOfOurs.ATTACHMENT);

        var told = new ObjectMapper()
                .readTree(cluster.call("why", "shop/web-0", "-o", "json").out());

        assertThat(told.path("cause").asText()).isEqualTo("attachment-there");
        assertThat(told.path("links")).hasSize(14);
    }

    /** A Deployment whose pods are refused has none: the Event of its ReplicaSet is all there is. */
    @Test
    void ofPodsThatAreRefusedTheirMakerKnowsWhy() {
        cluster.api().put("/apis/apps/v1/namespaces/shop/deployments/web", """
                {metadata: {}, spec: {replicas: 1, selector: {matchLabels: {app: 'none'}},
                                      template: {metadata: {labels: {app: 'none'}}, spec: {containers: [{name: 'app'}]}}}}""");
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: 'web-6d4b75cb6d'}, reason: 'FailedCreate',
                 lastTimestamp: '%s',
                 message: 'unable to validate against any security context constraint: Invalid value: 2102: must be in the ranges'}""".formatted(now()));

        var called = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out())
                .contains("the next pod of shop/web", "must be in the ranges", "linkerd.io/multus=enabled")
                .endsWith("would have chosen from the namespace's range\n"); // the message stands above
    }

    /** The Event of a refusal outlives it by an hour. */
    @Test
    void aRefusalThatHasPassedIsNoCause() {
        refusedNow("{replicas: 0}");
        assertThat(cluster.call("check", "-o", "short").out()).contains("no pod is refused", "must be in the ranges");

        refusedNow("{replicas: 1}");
        assertThat(cluster.call("check", "-o", "short").code()).isEqualTo(Exit.FINE);
    }

    private void refusedNow(String status) {
        cluster.api().define("apps/v1", "replicasets", "ReplicaSet", true);
        cluster.api().put("/apis/apps/v1/namespaces/shop/replicasets/web-6d4b75cb6d", """
                {metadata: {}, spec: {replicas: 1, selector: {matchLabels: {app: 'none'}}, template: {spec: {containers: [{name: 'app'}]}}}, status: %s}""".formatted(status));
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: 'web-6d4b75cb6d'}, reason: 'FailedCreate',
                 lastTimestamp: '%s', message: 'must be in the ranges'}""".formatted(now()));
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** The old pods were enough: that the new ReplicaSet has none was not looked at. */
    @Test
    void aRolloutWhoseNextPodIsRefusedWhileTheOldOnesRunIsNotWell() {
        rollout("{key: 'app', operator: 'In', values: ['web']}", "replicaset-of-web", true);

        var called = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out()).contains("the next pod of shop/web", "must be in the ranges");
    }

    /** The Events of web-api were taken for those of web. */
    @Test
    void whatBelongsToAnotherDeploymentOfALikeNameIsNoCause() {
        rollout("{key: 'app', operator: 'Exists'}", "web-api-6d4b75cb6d", false);

        assertThat(cluster.call("why", "deployment/web", "-n", "shop").code()).isEqualTo(Exit.FINE);
    }

    /** A Deployment that has its pod, and a ReplicaSet, its own or not, whose pod is refused. */
    private void rollout(String selector, String replicaSet, boolean own) {
        cluster.api().define("apps/v1", "replicasets", "ReplicaSet", true);
        var deployment = cluster.api().put("/apis/apps/v1/namespaces/shop/deployments/web", """
                {metadata: {}, status: {replicas: 1},
                 spec: {replicas: 1, selector: {matchExpressions: [%s]},
                        template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'app'}]}}}}""".formatted(selector));
        cluster.api().put("/apis/apps/v1/namespaces/shop/replicasets/" + replicaSet, """
                {metadata: {labels: {app: 'web'}, ownerReferences: [{kind: 'Deployment', name: 'web', uid: '%s', controller: true}]},
                 spec: {replicas: 1, selector: {}, template: {spec: {containers: [{name: 'app'}]}}},
                 status: {replicas: 0}}""".formatted(
                        own ? deployment.at("/metadata/uid").asText() : "another"));
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: '%s'}, reason: 'FailedCreate',
                 lastTimestamp: '%s', message: 'must be in the ranges'}""".formatted(replicaSet, now()));
    }

    /** The first twenty by name were judged, and nothing was wrong with them. */
    @Test
    void thePodThatIsWorstIsFoundBehindManyThatAreWell() {
        manyPods(30);
        var broken = "/api/v1/namespaces/shop/pods/web-z";
        cluster.api().put(broken, podOn("node-1", "{terminated: {exitCode: 0}}"));
        assertThat(cluster.call("why", "deployment/web", "-n", "shop").code()).isEqualTo(Exit.FINE);

        cluster.api().put(broken, podOn("node-1", "{terminated: {exitCode: 95}}"));
        var called = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out()).contains("pod shop/web-z", "ended with 95");
    }

    /** Each on a node of its own. */
    private void manyPods(int count) {
        deployment("deployments", count);
        for (int number = 10; number < 10 + count; number++) {
            cluster.api()
                    .put(
                            "/api/v1/namespaces/shop/pods/web-" + number,
                            podOn("node-" + number, "{terminated: {exitCode: 0}}"));
        }
    }

    /** A node without an installer stops the pods that are to start there. */
    @Test
    void ofManyNodesThoseOfPodsThatLackSomethingAreAskedForFirst() {
        manyPods(30);
        cluster.api().put("/api/v1/nodes/node-z", "{status: {conditions: [{type: 'Ready', status: 'True'}]}}");
        cluster.api()
                .put(
                        "/api/v1/namespaces/shop/pods/web-z",
                        podOn("node-z", "{waiting: {reason: 'PodInitializing'}}")
                                .replace("podIP: '10.0.0.9',", "")
                                .replace("ready: true", "ready: false"));
        cluster.api().forgetRequests();

        var called = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(called.out()).contains("pod shop/web-z", "node node-z has no installer's pod");
        assertThat(cluster.api().requests("GET /api/v1/nodes/")).hasSize(20);
    }

    /** It was waited for its address, and the one after it, which is refused, was not looked at. */
    @Test
    void aPodThatWasEvictedIsNoneOfItsMakersPods() {
        deployment("statefulsets", 1);
        cluster.api().put(ClusterOfOurs.POD, """
                {metadata: {labels: {app: 'web', 'linkerd.io/control-plane-ns': 'linkerd'}}, spec: {nodeName: 'node-1', containers: [{name: 'app'}]},
                 status: {phase: 'Failed', reason: 'Evicted'}}""");
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'StatefulSet', namespace: 'shop', name: 'web'}, reason: 'FailedCreate',
                 lastTimestamp: '%s', message: 'must be in the ranges'}""".formatted(now()));

        var called = cluster.call("why", "statefulset/web", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out()).contains("the next pod of shop/web", "must be in the ranges");
    }

    /** What was evicted long ago, and is listed until the garbage collector takes it. */
    @Test
    void aDeploymentThatIsWellBesideAnEvictedPodIsWell() {
        deployment("deployments", 1);
        cluster.api().put("/api/v1/namespaces/shop/pods/web-a", """
                {metadata: {labels: {app: 'web'}}, spec: {nodeName: 'node-1', containers: [{name: 'app'}]},
                 status: {phase: 'Failed', reason: 'Evicted'}}""");

        var called = cluster.call("why", "deployment/web", "-n", "shop");

        assertThat(called.out())
                .contains("pod shop/web-0", "Nothing is wrong that can be seen")
                .doesNotContain("Not done yet");
        assertThat(called.code()).isEqualTo(Exit.FINE);
    }

    private void deployment(String plural, int replicas) {
        if (plural.equals("statefulsets")) {
            cluster.api().define("apps/v1", plural, "StatefulSet", true);
        }
        cluster.api().put("/apis/apps/v1/namespaces/shop/" + plural + "/web", """
                {metadata: {}, status: {replicas: %d},
                 spec: {replicas: %d, selector: {matchLabels: {app: 'web'}},
                        template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'app'}]}}}}""".formatted(replicas, replicas));
    }

    private static String podOn(String node, String validator) {
        return ClusterOfOurs.meshed(validator).replace("node-1", node);
    }

    @Test
    void withoutTheRightToSeePodsNothingIsSaidOfTheirMaker() {
        rollout("{key: 'app', operator: 'Exists'}", "replicaset-of-web", true);
        cluster.api().fail("GET /api/v1/namespaces/shop/pods", Failure.status(403));

        assertThat(cluster.call("why", "deployment/web", "-n", "shop").err())
                .contains("this user has no right to list pods in namespace shop");
    }

    /** What installers tell is about the node, which has no namespace: the API server has it lie in "default". */
    @Test
    void whatTheInstallerTellsOfItsNodeIsSaid() {
        cluster.api().put("/api/v1/namespaces/linkerd-multus/pods/installer-1", """
                {metadata: {labels: {'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name': 'installer'}},
                 spec: {nodeName: 'node-1', containers: [{name: 'i'}]},
                 status: {phase: 'Running', podIP: '1.2.3.4', containerStatuses: [{name: 'i', ready: false}]}}""");
        cluster.api().put("/api/v1/namespaces/default/events/e", """
                {involvedObject: {kind: 'Node', name: 'node-1'}, reason: 'NodeNotKept', type: 'Warning',
                 reportingComponent: 'linkerd-multus/installer', lastTimestamp: '%s', message: '/opt/cni/bin is read-only'}""".formatted(now()));

        assertThat(cluster.call("check", "-o", "short").out()).contains("/opt/cni/bin is read-only");
    }

    @Test
    void aWindowsNodeNeedsNoPlugin() {
        cluster.api()
                .put(
                        "/api/v1/nodes/win-1",
                        "{metadata: {labels: {'kubernetes.io/os': 'windows'}}, status: {conditions: [{type: 'Ready', status: 'True'}]}}");

        assertThat(cluster.call("check", "-o", "short").code()).isEqualTo(Exit.FINE);
    }

    @Test
    void ofACronJobTheJobsAreToBeNamed() {
        assertThat(cluster.call("why", "cronjob/backup", "-n", "shop").err()).contains("a CronJob makes Jobs");
    }

    /** Linkerd passes groups on in the form in which pflag prints them. */
    @Test
    void groupsAreReadAsLinkerdPassesThemOn() {
        assertThat(GoStrings.all(List.of("[a,\"b,c\"]", "[]", "d,e"))).containsExactly("a", "b,c", "d,e");
    }

    @Test
    void aFaultOfThisProgramIsNoVerdictOnTheCluster() {
        cluster.api().put(ClusterOfOurs.POD, "{metadata: {}, spec: {nodeName: 'n', containers: 'none'}}");

        assertThat(cluster.call("why", "shop/web-0").code()).isNotEqualTo(Exit.WRONG);
    }

    /** The parser quotes the line, and a kubeconfig's lines are tokens. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "users: [{name: u, user: {token: *hunter2}}]",
                "users: [{name: u, user: {token: !hunter2 x}}]",
                "users:\n- name: u\n  user:\n    token: a\n      hunter2: b: c",
                "users: [{name: u, user: hunter2}]",
                "users: [{name: u, user: {token: x, exec: hunter2}}]",
                "users: [{name: u, user: {token: 'hunter2"
            })
    void noTokenOfAKubeconfigIsQuoted(String users) throws IOException {
        var file = Files.writeString(folder.resolve("broken"), "apiVersion: v1\nkind: Config\n" + users + "\n");

        var called = Called.with("check", "--kubeconfig", file.toString());

        assertThat(called.err()).contains("the kubeconfig cannot be used: ").doesNotContain("hunter2", "\tat ");
        assertThat(called.err().lines()).hasSize(1);
        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
    }

    /** It was asked as nobody, and the API server denied one thing after the other. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo hunter2: a warning that is no JSON; false",
                "echo a warning >&2; echo '{\"status\": {\"token\": \"hunter2\"}}'",
                "true"
            })
    void aProgramThatGivesNoCredentialsIsNamed(String script) throws IOException {
        var called = calledByProgram(script);

        assertThat(called.err())
                .contains(
                        folder.resolve("login").toString(), "gave none that can be read", "kubectl get --raw /version")
                .doesNotContain("hunter2");
        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
    }

    @Test
    void aProgramThatGivesCredentialsLetsIn() throws IOException {
        var called = calledByProgram("""
                echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": "%s"}}'""".formatted(FakeApiServer.TEST));

        assertThat(called.err()).isEmpty();
        assertThat(called.code()).isEqualTo(Exit.FINE);
    }

    /** As of a proxy that adds them. */
    @ParameterizedTest
    @ValueSource(strings = {"", ", user: u", ", user: other"})
    void aKubeconfigWithoutCredentialsIsTaken(String user) throws IOException {
        var file = Files.writeString(
                folder.resolve("open"), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c%s}}]
                clusters: [{name: c, cluster: {server: '%s'}}]
                users: [{name: u}]
                """.formatted(user, cluster.api().url()));

        var called = Called.with("check", "--kubeconfig", file.toString());

        assertThat(called.err()).doesNotContain("a fault", "credentials");
        assertThat(called.code()).isIn(Exit.FINE, Exit.WRONG, Exit.NO_CLUSTER);
    }

    private Called calledByProgram(String script) throws IOException {
        var program = Files.writeString(folder.resolve("login"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        var file = Files.writeString(
                folder.resolve("by-program"), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: '%s'}}]
                users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: '%s'}}}]
                """.formatted(cluster.api().url(), program));
        return Called.with("check", "--kubeconfig", file.toString());
    }

    /** As Helm and kubectl take files, with Secrets in them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: Secret\ndata: *hunter2",
                "kind: Secret\ndata: !hunter2 {}",
                "kind: Secret\ndata: 'hunter2",
                "kind: Secret\nhunter2: 1\nhunter2: 2",
                "kind: Secret\ndata: \"\\hunter2\"",
                "kind: Secret\nhunter2"
            })
    void noSecretOfAFileIsQuoted(String text) throws IOException {
        var file = Files.writeString(folder.resolve("broken"), text + "\n").toString();

        for (var called :
                List.of(cluster.call("explain", "-f", file, "--offline"), cluster.call("plan", "--values", file))) {
            assertThat(called.err()).contains(file).doesNotContain("hunter2");
            assertThat(called.code()).isEqualTo(Exit.USAGE);
        }
    }

    /** Events are asked for last: ten good answers were thrown away, and the kubeconfig was to be checked. */
    @Test
    void aListThatBreaksOffEndsNoCheck() {
        cluster.api().fail("GET /api/v1/events", new Failure.HangUp());
        cluster.api().fail("GET /api/v1/namespaces/linkerd-multus/events", new Failure.HangUp());

        var called = cluster.call("check");

        assertThat(called.err()).isEmpty();
        assertThat(called.out())
                .contains(
                        "ok each node has the plugin",
                        "XX no pod is refused",
                        "asked to list events",
                        "no whole answer");
        assertThat(called.code()).isEqualTo(Exit.WRONG);
    }

    /** The first question has no answer: that is no list. */
    @Test
    void anApiServerThatAnswersNothingCannotBeReached() {
        cluster.api().fail("GET /", new Failure.HangUp());

        var called = cluster.call("check");

        assertThat(called.err()).contains("cannot be reached");
        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
    }

    /** While something comes up, the API server may be away: it is asked again until the time is over, and then said to be away. */
    @Test
    void anApiServerThatIsLostInALaterRoundIsWaitedForAndThenSaidToBeAway() throws Exception {
        cluster.pod("{terminated: {exitCode: 95}}");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var check = threads.submit(() -> cluster.call("check", "--wait", "20s"));
            awaitEndOfSecondRound(check);
            cluster.api().refuseConnections();

            var called = check.get(1, TimeUnit.MINUTES);

            assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
            assertThat(called.out()).isEmpty();
            assertThat(called.err().lines()).hasSize(1).first(STRING).contains("cannot be reached");
        }
    }

    @Test
    void anApiServerThatComesBackInALaterRoundIsAskedAgain() throws Exception {
        cluster.pod("{terminated: {exitCode: 95}}");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var check = threads.submit(() -> cluster.call("check", "--wait", "60s"));
            awaitEndOfSecondRound(check);
            cluster.api().refuseConnections();
            Thread.sleep(Duration.ofSeconds(4));
            cluster.pod("{terminated: {exitCode: 0}}");
            cluster.api().acceptConnections();

            assertThat(check.get(1, TimeUnit.MINUTES).code()).isEqualTo(Exit.FINE);
        }
    }

    /** An API server that goes away in the first round ends them all. Before the third one there are four seconds. */
    private void awaitEndOfSecondRound(Future<?> check) throws InterruptedException {
        int seen = 0;
        while (!check.isDone()
                && (cluster.api().requests("GET /api/v1/nodes").size() < 2
                        || cluster.api().requests("GET").size() > seen)) {
            seen = cluster.api().requests("GET").size();
            Thread.sleep(Duration.ofMillis(700));
        }
        assertThat(check.isDone()).isFalse();
    }

    /** What it asks for is not done there, and that is the cause. */
    @Test
    void whyNamesThatANamespaceIsLeftAlone() {
        cluster.api().remove(ClusterOfOurs.ATTACHMENT);
        cluster.api().edit("/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-controller", """
                {"spec": {"template": {"spec": {"containers": [{"name": "x", "env": [
                  {"name": "LINKERD_MULTUS_EXCLUDED_NAMESPACES", "value": "kube-system,shop"}]}]}}}}""");

        var called = cluster.call("why", "shop/web-0");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out())
                .contains(
                        "The cause: linkerd-multus was told to leave namespace shop alone",
                        "global.excludedNamespaces");
    }

    /** Linkerd may come after it. */
    @Test
    void withoutLinkerdTheCheckBeforeAnInstallationOnlyWarns() {
        cluster.api().remove("/apis/apps/v1/namespaces/linkerd/deployments/linkerd-destination");
        cluster.api().remove("/api/v1/namespaces/linkerd/configmaps/linkerd-config");

        var called = cluster.call("check", "--pre", "-o", "short");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out()).contains("!! Linkerd's control plane is there, and ready", "Install Linkerd");
        assertThat(cluster.call("check", "-o", "short").code()).isEqualTo(Exit.WRONG);
    }

    /** Linkerd passes on what its own check was called with. */
    @Test
    void checkIsAnExtensionsCheckToLinkerd() throws JsonProcessingException {
        var called = cluster.call("check", "-o", "json", "--crds", "--cni-namespace", "linkerd-cni", "--wait", "1s");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(new ObjectMapper().readTree(called.out()).path("success").asBoolean())
                .isTrue();
    }

    /** Each request was told on stderr, which Linkerd shows where the check ends with an error. */
    @Test
    void linkerdsOwnFlagsAskForNoTalk() throws JsonProcessingException {
        var linkerds = new String[] {
            "check",
            "--as-group=[]",
            "--linkerd-namespace=linkerd",
            "--verbose=false",
            "--proxy=false",
            "--wait=5m0s",
            "--output=json"
        };

        var called = cluster.call(linkerds);

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err()).isEmpty();
        assertThat(new ObjectMapper().readTree(called.out()).path("categories").findValuesAsText("categoryName"))
                .contains("kubernetes-api", "linkerd-multus-pods");
        assertThat(Root.isVerbose(Root.commandLine(Map.of()).parseArgs(linkerds)))
                .isFalse();
        assertThat(Root.isVerbose(Root.commandLine(Map.of()).parseArgs("check", "--verbose")))
                .isTrue();
        assertThat(Root.isVerbose(Root.commandLine(Map.of()).parseArgs("check", "--verbose=true")))
                .isTrue();
        assertThat(Root.isVerbose(Root.commandLine(Map.of()).parseArgs("completion", "bash")))
                .isFalse();
    }

    @Test
    void aUserOfOneNamespaceGetsWhatHeMaySeeAndALineForTheRest() {
        for (var path :
                new String[] {"/api/v1/nodes", "/apis/admissionregistration.k8s.io", "/apis/apps/v1/daemonsets"}) {
            cluster.api().fail("GET " + path, Failure.status(403));
        }

        var called = cluster.call("check", "-n", "shop");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out())
                .contains("this user has no right to list nodes")
                .contains("ok each meshed pod refers to");
    }

    /** A pipeline with a slip of the pen, or before its namespace was made, was green for ever. */
    @Test
    void ofANamespaceThatIsNotThereNothingIsRight() {
        for (var options : List.of("-n shpo", "--proxy -n shpo", "-n shpo -o json")) {
            var called = cluster.call(("check " + options).split(" ", -1));

            assertThat(called.code()).as(options).isEqualTo(Exit.USAGE);
            assertThat(called.err()).as(options).contains("there is no namespace shpo");
        }
        assertThat(cluster.call("check", "-n", "Shop/x").err()).contains("is no name that a namespace can have");
        assertThat(cluster.call("check", "--pre", "-n", "shpo").code()).isEqualTo(Exit.FINE);
    }

    /** On a cluster without Multus, with the plugin chained: each of his pods was called wrong, and he told to annotate his namespace. */
    @Test
    void aUserOfOneNamespaceIsToldNoFaultOfAModeThatHeCannotSee() {
        cluster.api().fail("GET /apis/apps/v1", Failure.status(403));
        cluster.api().fail("GET /api/v1/nodes", Failure.status(403));
        cluster.api().undefine("k8s.cni.cncf.io/v1", "network-attachment-definitions");
        cluster.api().put(ClusterOfOurs.NAMESPACE, "{metadata: {annotations: {'linkerd.io/inject': 'enabled'}}}");
        cluster.api()
                .put(
                        ClusterOfOurs.POD,
                        ClusterOfOurs.meshed("{terminated: {exitCode: 0}}")
                                .replace("'k8s.v1.cni.cncf.io/networks': 'linkerd-cni',", ""));

        var check = cluster.call("check", "-n", "shop");
        var why = cluster.call("why", "shop/web-0");

        assertThat(why.out()).contains("Nothing is wrong that can be seen", "since no release is to be seen");
        assertThat(why.code()).isEqualTo(Exit.FINE);
        assertThat(check.out()).doesNotContain("XX ");
        assertThat(check.code()).isEqualTo(Exit.FINE);
    }

    /** Linkerd's own check passes on that it waits for five minutes, always. */
    @Test
    void whatNobodyPutsRightByItselfIsNotWaitedFor() {
        cluster.api()
                .put(
                        ClusterOfOurs.NAMESPACE,
                        "{metadata: {annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'Enabled'}}}");

        assertTimeout(
                Duration.ofSeconds(30),
                () -> assertThat(cluster.call("check", "-o", "json", "--wait=5m0s")
                                .code())
                        .isEqualTo(Exit.WRONG));
    }

    /** What a tenant writes into an object was carried out by the terminal, or made a name be read as another one. */
    @Test
    void noControlOrFormatCharactersOfObjectsReachTheTerminal() {
        cluster.api()
                .put(
                        ClusterOfOurs.NAMESPACE,
                        "{metadata: {annotations: {'linkerd.io/inject': 'b\\u202e\\u009bd', 'linkerd.io/multus':"
                                + " 'a\\u001b]52;c;x\\u0007\\u202e\\u200b\\u009b\\udb40\\udc41z'}}}");

        for (var command : List.of("check", "why shop/web-0", "explain shop/web-0")) {
            for (var form : List.of("", " -o json")) {
                var out = cluster.call((command + form).split(" ", -1)).out();

                assertThat(out.codePoints().filter(CheckAndWhyIT::isHidden))
                        .as(command + form)
                        .isEmpty();
            }
        }
        assertThat(cluster.call("check").out()).contains("\\u202e\\u200b");
    }

    /** Linkerd's command line undoes JSON's own escapes before it prints. */
    @Test
    void noFormatCharactersAreLeftOnceLinkerdHasReadTheJson() throws JsonProcessingException {
        cluster.api().put(ClusterOfOurs.NAMESPACE, """
                {metadata: {annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'a\\u202e\\u009bz'}}}""");

        var checks = new ObjectMapper()
                .readTree(cluster.call("check", "-o", "json").out())
                .findValues("checks");

        assertThat(checks.toString()).contains("\\\\u202e");
        for (var member : List.of("description", "error")) {
            assertThat(checks.stream().flatMap(each -> each.findValuesAsText(member).stream()))
                    .isNotEmpty()
                    .allSatisfy(text -> assertThat(text.codePoints().filter(CheckAndWhyIT::isHidden))
                            .isEmpty());
        }
    }

    private static boolean isHidden(int point) {
        return point != '\n' && (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT);
    }

    /** They had words of their own, and not of the same reasons. */
    @Test
    void whyCheckAndExplainGiveOneReasonForAPodWithoutAProxy() {
        cluster.api().put(ClusterOfOurs.NAMESPACE, """
                {metadata: {labels: {'config.linkerd.io/admission-webhooks': 'disabled'},
                            annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'enabled'}}}""");
        cluster.api().put(ClusterOfOurs.POD, """
                {metadata: {}, spec: {nodeName: 'node-1', containers: [{name: 'app'}]}, status: {phase: 'Running', podIP: '10.0.0.9'}}""");

        for (var call : List.of(
                cluster.call("check"), cluster.call("why", "shop/web-0"), cluster.call("explain", "shop/web-0"))) {
            assertThat(call.out().replaceAll("\\s+", " "))
                    .contains(
                            "label config.linkerd.io/admission-webhooks=disabled of namespace shop keeps Linkerd's webhooks away");
        }
    }

    @Test
    void whatIsNotThereIsSaidWithWhatWouldDo() {
        assertThat(cluster.call("why", "shop/none").err())
                .contains("there is no pod none in namespace shop", "deployment/none");
        assertThat(cluster.call("why", "deploymnt/web").err())
                .contains("there is no namespace deploymnt", "the nearest is deployment, as in deployment/web");
        assertThat(cluster.call("why", "deploymnt/web", "-n", "shop").err())
                .contains("is none of the kinds", "as in deployment/web -n shop");
        assertThat(cluster.call("why", "deployment/none", "-n", "shpo").err()).contains("there is no namespace shpo");
        assertThat(cluster.call("explain", "shpo/web").err()).contains("there is no namespace shpo");
        assertThat(cluster.call("explain", "shop/web").err())
                .contains("namespace shop has no pod web", "kubectl get deployment NAME -n shop -o yaml | ");
        assertThat(cluster.call("explain", "deployment/web").err())
                .contains("kubectl get deployment web -n NAMESPACE -o yaml | linkerd-multus explain -f -");
        for (var said : List.of("deployment/web", "deploy/web")) {
            assertThat(cluster.call("explain", said, "-n", "shop").err())
                    .contains("kubectl get deployment web -n shop -o yaml | linkerd-multus explain -f -");
        }
        assertThat(cluster.call("why", "a/b/c").err()).contains("neither NAMESPACE/POD nor KIND/NAME");
    }

    /** check names what makes a refused pod as NAMESPACE/NAME, and why knew no pod of that name. */
    @Test
    void whatCheckNamesOfARefusedPodWhyTakes() {
        refusedNow("{replicas: 0}");

        var named = cluster.call("check", "-o", "short")
                .out()
                .lines()
                .map(line -> line.strip().replaceFirst(":.*", ""))
                .filter(line -> line.startsWith("shop/"))
                .findFirst()
                .orElseThrow();

        assertThat(cluster.call("why", named).out()).contains("the API server lets it in", "must be in the ranges");
    }

    /** The first of that name was well, and the other one's pods were refused. */
    @Test
    void ofMakersOfOneNameTheWorstIsTaken() {
        refusedNow("{replicas: 0}");
        cluster.api().define("batch/v1", "jobs", "Job", true);
        cluster.api().put("/apis/batch/v1/namespaces/shop/jobs/web-6d4b75cb6d", """
                {metadata: {}, spec: {parallelism: 0, selector: {matchLabels: {app: 'other'}}, template: {spec: {containers: [{name: 'app'}]}}}}""");
        cluster.api().put("/apis/apps/v1/namespaces/shop/deployments/web-6d4b75cb6d", """
                {metadata: {}, spec: {replicas: 0, selector: {matchLabels: {app: 'other'}},
                                      template: {spec: {containers: [{name: 'app'}]}}}}""");

        assertThat(cluster.call("why", "shop/web-6d4b75cb6d").out()).contains("must be in the ranges");
    }

    /** Who may not look at namespaces was told of a Deployment in a namespace that is a mistyped kind. */
    @Test
    void aMistypedKindIsToldToWhoMayNotLookAtNamespaces() {
        cluster.api().fail("GET /api/v1/namespaces/deploymnt/pods", Failure.status(404));
        cluster.api().fail("GET /api/v1/namespaces/deploymnt", Failure.status(403));

        assertThat(cluster.call("why", "deploymnt/web").err())
                .contains("the nearest is deployment, as in deployment/web");
    }

    /** A namespace without its option was passed over, and the whole cluster was looked at. */
    @Test
    void aWordThatCheckDoesNotKnowIsTold() {
        assertThat(cluster.call("check", "shop", "--token=secret").err())
                .contains("does not know it: shop, the first of 2 (", "--namespace")
                .doesNotContain("secret");
        assertThat(cluster.call("check", "--token=a secret\nof lines").err())
                .contains("does not know it: --token (")
                .doesNotContain("secret", "lines");
        assertThat(cluster.call("check", "-pSecret").err())
                .contains("does not know it: an argument (")
                .doesNotContain("Secret");
        assertThat(cluster.call("check", "-o", "json", "shop").err()).doesNotContain("ignored");
    }

    /** The client took the current context, and so another cluster than was meant; and went on without the file. */
    @Test
    void anotherClusterThanIsMeantIsNeverAsked() {
        var called = cluster.call("check", "--context", "other");

        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
        assertThat(called.err()).contains("the kubeconfig has no context other; it has c");
        assertThat(Called.with("check", "--kubeconfig", "/no/such").err())
                .contains("the kubeconfig /no/such is not there");
        assertThat(cluster.api().requests("GET")).isEmpty();
    }

    @Test
    void withoutAWayToTheApiServerTheWayIsSaid() {
        cluster.api().refuseConnections();

        var called = cluster.call("check");

        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
        assertThat(called.err()).contains("cannot be reached", "check --kubeconfig and --context");
    }
}
