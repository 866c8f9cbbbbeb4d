// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.fakeapi.Failure;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SupportBundleIT extends OnClusterOfOurs {
    private static final String LABELS =
            "'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name': 'installer'";

    private PodsInFront front;
    private final List<String> planted = new ArrayList<>();

    @BeforeEach
    void begin() throws IOException {
        front = new PodsInFront(cluster.api().url());
    }

    @AfterEach
    void end() {
        front.close();
    }

    /** A secret that no word of ours or of Kubernetes is. */
    private String secret() {
        var secret = "planted%02dQzVxWkJh".formatted(planted.size());
        planted.add(secret);
        return secret;
    }

    private Called bundle(String... more) {
        var all = new ArrayList<>(List.of("support-bundle", "--api-addr", front.url()));
        all.addAll(List.of(more));
        return cluster.call(all.toArray(String[]::new));
    }

    private Map<String, String> files(Path bundle) throws IOException {
        var files = new TreeMap<String, String>();
        try (var tar = new DataInputStream(new GZIPInputStream(Files.newInputStream(bundle)))) {
            for (var header = tar.readNBytes(512); header[0] != 0; header = tar.readNBytes(512)) {
                var prefix = text(header, 345, 155);
                int size = Integer.parseInt(text(header, 124, 11), 8);
                var content = tar.readNBytes((size + 511) / 512 * 512);
                files.put((prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, 100), text(content, 0, size));
            }
        }
        return files;
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.UTF_8).replace("\0", "");
    }

    private void plant() {
        var encoded = Base64.getEncoder().encodeToString(secret().getBytes(StandardCharsets.UTF_8));
        planted.add(encoded);
        var api = cluster.api();
        api.put(
                "/api/v1/namespaces/linkerd-multus/secrets/ca",
                "{metadata: {labels: {%s}}, type: 'Opaque', data: {key: '%s'}}".formatted(LABELS, encoded));
        var annotations =
                "{'kubectl.kubernetes.io/last-applied-configuration': '{\"env\":\"%s\"}', 'vault.example/key': '%s'}"
                        .formatted(secret(), secret());
        var containers = ("[{name: 'i', args: ['--password=%s'], ports: [{name: 'http', containerPort: 8080}],"
                        + " env: [{name: 'OTHER', value: '%s'}, {name: 'LINKERD_MULTUS_PROXY', value: 'http://me:%s@proxy'}]}]")
                .formatted(secret(), secret(), secret());
        api.put(
                "/api/v1/namespaces/linkerd-multus/pods/installer-1",
                "{metadata: {labels: {%s}, annotations: %s}, spec: {nodeName: 'node-1', containers: %s}, status: {phase: 'Running', message: 'token=%s'}}"
                        .formatted(LABELS, annotations, containers, secret()));
        api.put(
                "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer",
                "{metadata: {labels: {%s}, annotations: %s}, spec: {selector: {}, template: {spec: {containers: %s}}}}"
                        .formatted(LABELS, annotations, containers));
        api.put(
                "/api/v1/namespaces/linkerd-multus/configmaps/c",
                "{metadata: {labels: {%s}}, data: {password: '%s', kubeconfig: 'users: [{user: {token: %s}}]', key: '-----BEGIN PRIVATE KEY-----\\n%s'}}"
                        .formatted(LABELS, secret(), secret(), secret()));
        api.put(
                "/api/v1/nodes/node-1",
                "{metadata: {annotations: {'vendor.example/join': '%s'}}, spec: {providerID: '%s'}}"
                        .formatted(secret(), secret()));
        api.put(
                "/api/v1/namespaces/shop/pods/web-0",
                "{metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd'}}, spec: {containers: [{name: 'app', env: [{name: 'A', value: '%s'}]}]}}"
                        .formatted(secret()));
        api.put(
                "/api/v1/namespaces/linkerd-multus/events/e",
                "{involvedObject: {kind: 'Pod'}, reason: 'R', message: 'GET https://u:%s@x failed: Bearer %s'}"
                        .formatted(secret(), secret()));
        front.says("ready\nAuthorization: Bearer %s\nsecret=\"%s\"\n".formatted(secret(), secret()));
    }

    @Test
    void hasWhatAMaintainerNeedsAndNoSecretOfTheCluster() throws IOException {
        plant();
        var file = folder.resolve("b.tar.gz");

        var called = bundle("-o", file.toString());
        var files = files(file);

        assertThat(called.code()).as(called.err()).isEqualTo(Exit.FINE);
        assertThat(files.keySet())
                .allMatch(name -> name.startsWith("linkerd-multus-support/"))
                .extracting(name -> name.substring("linkerd-multus-support/".length()))
                .contains(
                        "about.txt",
                        "check.json",
                        "check.txt",
                        "health/linkerd-multus/installer-1/metrics.txt",
                        "health/linkerd-multus/installer-1/readyz.txt",
                        "logs/linkerd-multus/installer-1/i.log",
                        "logs/linkerd-multus/installer-1/i.previous.log",
                        "missing.txt",
                        "objects/configmaps.json",
                        "objects/daemonsets.json",
                        "objects/events-linkerd-multus.json",
                        "objects/meshed-pods.json",
                        "objects/mutatingwebhookconfigurations.json",
                        "objects/namespaces.json",
                        "objects/network-attachment-definitions.json",
                        "objects/nodes.json",
                        "objects/pods.json");
        assertThat(planted).hasSizeGreaterThan(15);
        for (var secret : planted) {
            assertThat(files)
                    .as(secret)
                    .noneSatisfy((_, text) -> assertThat(text).contains(secret));
        }
        assertThat(cluster.api().requests("GET")).noneMatch(request -> request.contains("/secrets"));
        assertThat(files.get("linkerd-multus-support/logs/linkerd-multus/installer-1/i.log"))
                .startsWith("ready\n");
        assertThat(files.get("linkerd-multus-support/objects/nodes.json")).contains("node-1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatCannotBeHadIsSaidInAFile() throws IOException {
        cluster.api().fail("GET /api/v1/nodes", Failure.status(403));
        cluster.api().fail("GET /apis/apps/v1/replicasets", Failure.status(500));
        var file = folder.resolve("b.tar.gz");

        var called = bundle("-o", file.toString());

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err()).contains("missing.txt");
        assertThat(files(file).get("linkerd-multus-support/missing.txt"))
                .contains("nodes: this user has no right to list them", "replicasets: HTTP 500");
    }

    /** It is wanted most where the cluster is ill: the check broke off, and the file was taken away. */
    @Test
    void anApiServerThatAnswersNoMoreOfTheCheckLeavesABundle() throws IOException {
        cluster.api().fail("GET /api", new Failure.HangUp());
        var file = folder.resolve("b.tar.gz");

        var called = bundle("-o", file.toString());

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err()).contains("check broke off: ", "missing.txt");
        assertThat(files(file).get("linkerd-multus-support/check.txt")).contains("cannot be reached");
        assertThat(files(file).get("linkerd-multus-support/about.txt")).contains("API server v");
    }

    @Test
    void nothingIsWrittenOverAndNothingHalfIsLeft() throws IOException {
        var file = Files.writeString(folder.resolve("b.tar.gz"), "mine");

        var refused = bundle("-o", file.toString());

        assertThat(refused.code()).isEqualTo(Exit.USAGE);
        assertThat(refused.err()).contains("is there already", "--force");
        assertThat(file).hasContent("mine");
        assertThat(bundle("-o", file.toString(), "--force").code()).isEqualTo(Exit.FINE);
        assertThat(files(file)).containsKey("linkerd-multus-support/check.txt");
        cluster.api().refuseConnections();
        assertThat(cluster.call(
                                "support-bundle",
                                "-o",
                                folder.resolve("c.tar.gz").toString())
                        .code())
                .isEqualTo(Exit.NO_CLUSTER);
        try (var left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("b.tar.gz", "kubeconfig");
        }
    }

    /** Each log of a node that was gone took its time, until it was up. */
    @Test
    void aPodThatDoesNotAnswerIsNotAskedAgain() throws IOException {
        front.losesItsNodes();
        var file = folder.resolve("b.tar.gz");

        assertThat(bundle("-o", file.toString()).code()).isEqualTo(Exit.FINE);

        var missing = files(file).getOrDefault("linkerd-multus-support/missing.txt", "");
        assertThat(missing.lines().filter(line -> line.contains("installer-1")))
                .singleElement()
                .asString()
                .contains("what else this pod has is not asked for");
    }

    /** As root, /dev/null became a file. */
    @Test
    void whatIsNoFileIsNotReplacedByForce() throws IOException {
        var mine = Files.writeString(folder.resolve("mine"), "mine");
        var link = Files.createSymbolicLink(folder.resolve("link"), mine);
        var nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("gone"));
        var empty = Files.createDirectory(folder.resolve("empty"));

        for (var there : List.of(link, nowhere, empty)) {
            var called = bundle("-o", there.toString(), "--force");
            assertThat(called.code()).as(there.toString()).isEqualTo(Exit.USAGE);
            assertThat(called.err()).contains("is a folder, a link or a device");
        }
        assertThat(Files.isSymbolicLink(link) && Files.isSymbolicLink(nowhere) && Files.isDirectory(empty))
                .isTrue();
    }
}
