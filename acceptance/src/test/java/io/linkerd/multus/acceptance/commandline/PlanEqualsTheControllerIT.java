// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.cli.commands.Root;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line plans for a cluster is what the controller writes there, and after that there is nothing to write. */
class PlanEqualsTheControllerIT {
    private static final int CLUSTERS = Integer.getInteger("planned", 4);
    private static final long FIRST = Long.getLong("planned.from", 1);
    private static final int AT_ONCE = 4;
    private static final int NAMESPACES = 40;

    private static final Duration POLL = Duration.ofMillis(200);

    /** Longer than the controller lets pods settle before an attachment goes, and between its looks at installers. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    /** On a busy machine it looks at pods seldom. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    @Test
    void theControllerWritesWhatIsPlanned() throws Exception {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var tried = LongStream.range(FIRST, FIRST + CLUSTERS)
                    .mapToObj(seed -> threads.submit(() -> tryOut(seed)))
                    .toList();
            for (var one : tried) {
                one.get();
            }
        }
    }

    /** Twice: what the second controller finds, the first one has written. */
    private boolean tryOut(long seed) throws Exception {
        try (var cluster = new FakeCluster()) {
            var scenery = new Scenery(cluster, seed);
            compare(cluster, scenery.fill(NAMESPACES), seed);
            compare(cluster, scenery.upgrade(), seed);
        }
        return true;
    }

    private void compare(FakeCluster cluster, Map<String, String> environment, long seed) throws Exception {
        release(cluster, environment);
        var planned = plan(cluster, seed);
        cluster.api().forgetRequests();

        cluster.restart(settings(environment));
        var verbs = verbs(planned);
        quiet(() -> written(cluster), verbs.size());

        assertThat(written(cluster)).as("seed " + seed).containsExactlyInAnyOrderEntriesOf(verbs);
        for (var write : planned.path("writes")) {
            assertIsThere(cluster, write, "seed " + seed + ": " + path(write));
        }
        assertThat(verbs(plan(cluster, seed)))
                .as("seed " + seed + ", afterwards")
                .isEmpty();
    }

    private static ControllerSettings settings(Map<String, String> environment) throws Exception {
        var all = new HashMap<>(environment);
        all.put("LINKERD_MULTUS_POD_NAME", "controller-1");
        all.put("LINKERD_MULTUS_NAMESPACE", "linkerd-multus");
        all.put("LINKERD_MULTUS_ATTACHMENT_HANDOVER", "2s");
        all.put("LINKERD_MULTUS_REPAIR", "false");
        all.put("LINKERD_MULTUS_HEALTH_PORT", "0");
        return ControllerSettings.read(all);
    }

    private static void release(FakeCluster cluster, Map<String, String> environment) {
        var variables = MAPPER.createArrayNode();
        environment.forEach(
                (name, value) -> variables.addObject().put("name", name).put("value", value));
        cluster.api()
                .put(
                        "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-controller",
                        "{metadata: {labels: {'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name':"
                                + " 'controller'}}, spec: {replicas: 1, selector: {matchLabels: {app: 'x'}}, template: {spec:"
                                + " {containers: [{name: 'controller', env: " + variables + "}]}}}}");
    }

    private JsonNode plan(FakeCluster cluster, long seed) throws IOException {
        var kubeconfig = Files.writeString(
                folder.resolve("kubeconfig" + seed), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: '%s'}}]
                users: [{name: u, user: {token: test}}]
                """.formatted(cluster.api().url()));
        var out = new StringWriter();
        var err = new StringWriter();
        int code;
        synchronized (MAPPER) {
            // The client reads its kubeconfig from a property of the process.
            try {
                code = Root.commandLine(
                                Map.of(),
                                new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), Look.PLAIN))
                        .execute("plan", "-o", "json", "--kubeconfig", kubeconfig.toString());
            } finally {
                System.clearProperty("kubeconfig");
            }
        }
        assertThat(err.toString()).isEmpty();
        var plan = MAPPER.readTree(out.toString());
        assertThat(code).isEqualTo(plan.path("writes").isEmpty() ? 0 : 1);
        assertThat(plan.path("unseen")).isEmpty();
        return plan;
    }

    /** Paths of the objects that are planned, with what is to be done about each. */
    private static Map<String, String> verbs(JsonNode plan) {
        var verbs = new TreeMap<String, String>();
        for (var write : plan.path("writes")) {
            var verb = write.path("verb").asText();
            verbs.put(path(write), verb.equals("delete") || verb.equals("replace") ? verb : "apply");
        }
        return verbs;
    }

    private static String path(JsonNode write) {
        var plural = switch (write.path("kind").asText()) {
            case "Role" -> "roles";
            case "RoleBinding" -> "rolebindings";
            default -> "network-attachment-definitions";
        };
        return "/apis/" + write.path("apiVersion").asText() + "/namespaces/"
                + write.path("namespace").asText() + "/" + plural + "/"
                + write.path("name").asText();
    }

    private static Map<String, String> written(FakeCluster cluster) {
        var verbs = new TreeMap<String, String>();
        cluster.writes().stream()
                .filter(write -> !write.contains("/events") && !write.contains("/linkerdconfigs"))
                .map(write -> write.split("[ ?]"))
                .forEach(parts -> verbs.merge(
                        parts[1],
                        parts[0].equals("DELETE") ? "delete" : "apply",
                        (before, now) -> before.equals(now) ? now : "replace"));
        return verbs;
    }

    /** Waits until as many objects are written as are planned, or it is too late for that, and until nothing more is. */
    private static void quiet(Supplier<Map<String, String>> written, int planned) {
        var last = new AtomicReference<>(Map.<String, String>of());
        var since = new AtomicLong(System.nanoTime());
        await("no more writes").atMost(LATE.multipliedBy(2)).pollInterval(POLL).until(() -> {
            var now = written.get();
            if (!now.equals(last.getAndSet(now))) {
                since.set(System.nanoTime());
            }
            var longest = now.size() < planned ? LATE : QUIET;
            return System.nanoTime() - since.get() > longest.toNanos();
        });
    }

    /** What is shown of an object after the write is what the API server has then. */
    private static void assertIsThere(FakeCluster cluster, JsonNode write, String what) {
        var there = cluster.api().get(path(write));
        if (write.path("verb").asText().equals("delete")) {
            assertThat(there).as(what).isEmpty();
            return;
        }
        var after = write.path("after");
        for (var member : new String[] {"spec", "roleRef", "subjects", "rules"}) {
            assertThat(there.orElseThrow().path(member)).as(what).isEqualTo(after.path(member));
        }
        for (var member : new String[] {"labels", "ownerReferences"}) {
            assertThat(there.orElseThrow().path("metadata").path(member))
                    .as(what)
                    .isEqualTo(after.path("metadata").path(member));
        }
    }
}
