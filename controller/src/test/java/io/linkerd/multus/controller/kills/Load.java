// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.kills;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Namespaces that ask all the time, others that ask and do not, and a ConfigMap that changes: one change after the other, until it ends. */
final class Load implements AutoCloseable {
    static final List<String> STEADY =
            IntStream.range(0, 20).mapToObj(number -> "steady-" + number).toList();
    static final List<String> FICKLE =
            IntStream.range(0, 10).mapToObj(number -> "fickle-" + number).toList();
    /** What is wrong here is told once, however often the leader is killed. */
    static final String WRONG = "wrong";

    /** So many changes a second, if nothing else happens meanwhile. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final FakeApiServer api;
    private final Random random;
    private final Thread thread = Thread.ofPlatform().name("load").unstarted(this::run);
    private volatile boolean ended;
    private int configs;

    Load(FakeApiServer api, long seed) {
        this.api = api;
        this.random = new Random(seed);
        changeConfig();
        Stream.concat(STEADY.stream(), FICKLE.stream()).forEach(namespace -> ask(namespace, true));
        ask(WRONG, true);
        api.edit(path(WRONG), "{metadata: {annotations: {'openshift.io/sa.scc.uid-range': '10/x'}}}");
        api.put(FakeCluster.attachment(WRONG), "{spec: {config: '{}'}}");
    }

    void start() {
        thread.start();
    }

    /** {@return how often Linkerd's ConfigMap was changed} */
    int configs() {
        return configs;
    }

    private void run() {
        try {
            while (!ended) {
                change();
                api.awaitChange(api.version(), PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void change() {
        if (random.nextInt(8) == 0) {
            changeConfig();
        } else {
            ask(FICKLE.get(random.nextInt(FICKLE.size())), random.nextBoolean());
        }
    }

    private void changeConfig() {
        configs++;
        api.put(
                FakeCluster.CONFIG_MAP,
                FakeCluster.configMapOf("{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":" + configs + "}}"));
    }

    private void ask(String namespace, boolean now) {
        api.put(
                path(namespace),
                "{metadata: {annotations: {'linkerd.io/multus': '%s'}}}".formatted(now ? "enabled" : "disabled"));
    }

    /** {@return whether the namespace asks, as that object says} */
    static boolean asks(JsonNode namespace) {
        return namespace.at("/metadata/annotations/linkerd.io~1multus").asText().equals("enabled");
    }

    static String path(String namespace) {
        return "/api/v1/namespaces/" + namespace;
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
