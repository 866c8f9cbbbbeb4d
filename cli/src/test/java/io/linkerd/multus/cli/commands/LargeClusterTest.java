// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However many objects there are: a cluster is asked for lists alone, for each of them once, and by the page. */
class LargeClusterTest extends OnClusterOfOurs {
    /** Four pages. */
    private static final int NAMESPACES = 300;

    /** More than two. */
    private static final int PODS = 550;

    private static final int NODES = 30;

    private static final String PODS_PATH = "/api/v1/pods";
    private static final String NAMESPACES_PATH = "/api/v1/namespaces";
    private static final String ATTACHMENTS_PATH = "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions";
    private static final String INSTALLER = "/api/v1/namespaces/linkerd-multus/pods/installer-1";

    @BeforeEach
    void begin() throws IOException {
        // What is well is asked for less.
        cluster.api().put(INSTALLER, text(cluster.api(), INSTALLER).replace("\"ready\":true", "\"ready\":false"));
    }

    /** As often as the small cluster was asked for it; what there is more of, by so many pages. */
    private static Map<String, Long> with(Map<String, Long> small, Map<String, Long> pages) {
        var expected = new TreeMap<>(small);
        expected.putAll(pages);
        return expected;
    }

    private Map<String, Long> asked(String... arguments) {
        cluster.api().forgetRequests();
        var called = cluster.call(arguments);
        assertThat(called.err()).isEmpty();
        return cluster.api().requests("").stream()
                .map(request -> request.substring(request.indexOf(' ') + 1))
                .collect(Collectors.groupingBy(path -> path, TreeMap::new, Collectors.counting()));
    }

    private void settle() {
        var api = cluster.api();
        var attachment = text(api, ClusterOfOurs.ATTACHMENT);
        for (var number = 0; number < NAMESPACES; number++) {
            api.put(
                    NAMESPACES_PATH + "/many-" + number,
                    "{metadata: {annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'enabled'}}}");
            api.put(ClusterOfOurs.ATTACHMENT.replace("/shop/", "/many-" + number + "/"), attachment);
        }
        var node = text(api, "/api/v1/nodes/node-1");
        var installer = text(api, INSTALLER);
        for (var number = 0; number < NODES; number++) {
            api.put("/api/v1/nodes/many-" + number, node);
            api.put(INSTALLER + "-" + number, installer.replace("node-1", "many-" + number));
        }
        var pod = text(api, ClusterOfOurs.POD);
        for (var number = 0; number < PODS; number++) {
            api.put(
                    NAMESPACES_PATH + "/many-" + number % NAMESPACES + "/pods/web-" + number,
                    pod.replace("node-1", "many-" + number % NODES));
        }
    }

    /** As it is put anew elsewhere. */
    private static String text(FakeApiServer api, String path) {
        var object = api.get(path).orElseThrow();
        ((ObjectNode) object.path("metadata"))
                .remove(List.of("namespace", "uid", "resourceVersion", "managedFields", "creationTimestamp"));
        return object.toString();
    }

    @Test
    void checkAsksForEachListOnceAndByThePage() {
        var small = asked("check");
        settle();

        assertThat(asked("check"))
                .isEqualTo(with(small, Map.of(PODS_PATH, 7L, NAMESPACES_PATH, 4L, ATTACHMENTS_PATH, 4L)));
    }

    @Test
    void checkOfOneNamespaceAsksForNoOther() {
        var small = asked("check", "-n", "shop");
        settle();

        assertThat(asked("check", "-n", "shop"))
                .isEqualTo(small)
                .doesNotContainKeys(PODS_PATH, NAMESPACES_PATH, ATTACHMENTS_PATH);
    }

    @Test
    void whyAsksForWhatIsAroundThePodAlone() {
        var small = asked("why", "shop/web-0");
        settle();

        assertThat(asked("why", "shop/web-0"))
                .isEqualTo(small)
                .doesNotContainKeys(PODS_PATH, NAMESPACES_PATH, "/api/v1/nodes");
    }

    /** Each is asked for, whether it has its pods by now: not hundreds of them. */
    @Test
    void ofManyRefusalsFewAreLookedAt() {
        for (var number = 0; number < 200; number++) {
            cluster.api()
                    .put(
                            "/api/v1/namespaces/shop/events/refused-" + number,
                            "{reason: 'FailedCreate', message: 'forbidden', lastTimestamp: '2026-01-01T00:00:00Z',"
                                    + " involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: 'web-" + number
                                    + "'}}");
        }

        var all = asked("check").values().stream().mapToLong(Long::longValue).sum();

        assertThat(all).isBetween(50L, 100L);
    }
}
