// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The controller's replicas, by the names of their pods. */
final class Replicas implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(30);

    private final FakeApiServer api;
    private final Map<String, Replica> byName = new TreeMap<>();
    private final List<Thread> ends = new ArrayList<>();
    private Choices choices;

    Replicas(FakeApiServer api, Choices choices) {
        this.api = api;
        this.choices = choices;
    }

    Choices choices() {
        return choices;
    }

    /** Starts one, where none of that name runs. */
    void start(String name) {
        byName.computeIfAbsent(name, identity -> new Replica(api, choices.settings(identity)));
    }

    void stop(String name) {
        var replica = byName.remove(name);
        if (replica != null) {
            replica.close();
        }
    }

    void crash(String name) {
        var replica = byName.remove(name);
        if (replica != null) {
            ends.add(replica.crash());
        }
    }

    /** All of them get the other scope. */
    void changeScope() {
        var names = List.copyOf(byName.keySet());
        names.forEach(this::stop);
        choices = choices.withOtherScope();
        names.forEach(this::start);
    }

    /** Returns when one leads, and has begun to work. */
    void awaitALeader() {
        await("one leads and looks")
                .pollInterval(Duration.ofMillis(20))
                .atMost(LOOK)
                .until(() -> byName.values().stream().anyMatch(Replica::leads) && looks("configmap") > 0);
    }

    /** Has the leader look at everything, as it does every five minutes, and waits until it has. */
    void lookAtAll(int number) {
        var attachments = api.list(FakeCluster.NADS).size();
        var before = looks("network-attachment");
        var beforeConfig = looks("configmap");
        api.edit(FakeCluster.ROLE, "{metadata: {labels: {look: '" + number + "'}}}");
        await("looks at everything")
                .pollInterval(Duration.ofMillis(20))
                .atMost(LOOK)
                .until(() -> looks("network-attachment") >= before + attachments
                        && looks("configmap") > beforeConfig
                        && byName.values().stream().mapToLong(Replica::queue).sum() == 0);
    }

    private long looks(String kind) {
        return byName.values().stream()
                .mapToLong(replica -> replica.looks(kind))
                .sum();
    }

    @Override
    public void close() {
        List.copyOf(byName.keySet()).forEach(this::crash);
        try {
            for (var end : ends) {
                end.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
