// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.linkerdconfig.ValuesWriters.Writer;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** How a history ends, once nothing fails any more. */
record ValuesEnd(ValuesWorld world, Writer owner, Random random) {
    /** Ten minutes after a refusal is the second try, and injectors are asked for two minutes more. */
    private static final int LOOKS = 180;

    private static final int SILENT = 2;

    /** The CNI configuration of this world has others. */
    private static final Set<String> NOT_OF_CNI = Set.of("proxy.uid=2102", "proxy.uid=2104", "proxy.ports.admin=4391");

    private static final Duration PAUSE = Duration.ofSeconds(5);

    void reach(Runnable fight, Runnable peace) {
        settle(fight);
        quiet(fight, "while another controller may fight");
        peace.run();
        var text = ValuesDocuments.rendered(random);
        if (!world.write(owner, text)) {
            world.write(Writer.HELM_3, text);
        }
        world.api().remove(ValuesWorld.config("b"));
        world.api()
                .put(
                        ValuesWorld.config("a"),
                        "{spec: " + ValuesDocuments.spec(random, ValuesWorld.NAMESPACE, true) + "}");
        // Kubelets bring what the owner wrote.
        world.pass(Duration.ofMinutes(2));
        settle(() -> {});
        quiet(() -> {}, "in the end");
        right(text);
        untouched();
        assertThat(world.write(Writer.HELM_3, text)).isTrue();
        assertThat(world.write(Writer.ARGO_CD, text)).isTrue();
    }

    private void settle(Runnable fight) {
        int silent = 0;
        for (int look = 0; look < LOOKS && silent < SILENT; look++) {
            world.api().forgetRequests();
            world.look();
            fight.run();
            world.pass(PAUSE);
            silent = world.isSettled() && world.api().writes().isEmpty() ? silent + 1 : 0;
        }
    }

    private void quiet(Runnable fight, String when) {
        world.api().forgetRequests();
        for (int look = 0; look < 3; look++) {
            assertThat(world.look()).isTrue();
            fight.run();
            world.pass(PAUSE);
        }
        assertThat(world.api().writes().stream()
                        .filter(write -> write.contains("linkerdconfigs") || write.contains("/events"))
                        .toList())
                .as("writes " + when)
                .isEmpty();
        assertThat(managers(world.map().map(ObjectNode::deepCopy).orElseGet(() -> ValuesWorld.none())))
                .noneMatch(manager -> manager.startsWith(LinkerdMultus.CONTROLLER_FIELD_MANAGER));
    }

    private static List<String> managers(JsonNode map) {
        return map.at("/metadata/managedFields")
                .valueStream()
                .map(entry -> entry.path("manager").asText())
                .toList();
    }

    /** All that may be written is as it is asked for, and all else as the owner wrote it; or nothing is, where injectors refuse it. */
    private void right(String owners) {
        var config = world.api().get(ValuesWorld.config("a")).orElseThrow();
        var text = world.text().orElseThrow();
        var asked = ValuesLedger.paths(config.path("spec"));
        var enforced = condition(config, "Enforced");
        boolean trap = config.at("/spec/values/proxy/logLevel").asText().equals(Injectors.TRAP);
        if (trap && world.injectors().mayBeAsked()) {
            assertThat(enforced.path("reason").asText()).isEqualTo("RefusedByInjector");
            assertThat(text).as("taken back").isEqualTo(owners);
            return;
        }
        var values = read(text);
        var disagree = asked.stream()
                .filter(path -> NOT_OF_CNI.contains(path + "=" + value(config, path)))
                .toList();
        var apart = disagree.stream()
                .filter(path -> !seen(read(owners), path).contains(value(config, path)))
                .toList();
        for (var path : apart) {
            assertThat(seen(values, path)).as("not written: %s", path).isEqualTo(seen(read(owners), path));
        }
        assertThat(enforced.path("reason").asText())
                .as(config.toString())
                .isIn(disagree.isEmpty() ? Set.of("InPlace", "NeedsLinkerdUpgrade") : Set.of("NeedsCniConfig"));
        for (var path : asked) {
            var value = value(config, path);
            if (!Set.of("controllerLogLevel", "prometheusUrl").contains(path) && !apart.contains(path)) {
                assertThat(seen(values, path)).as(path).contains(value);
            }
        }
        assertThat(ValuesDocuments.besides(asked, text)).isEqualTo(ValuesDocuments.besides(asked, owners));
    }

    private static String value(JsonNode config, String path) {
        return config.at("/spec/values/" + path.replace('.', '/')).asText();
    }

    private static String seen(ValuesText values, String path) {
        return values.seenAt(path(path)).map(Object::toString).orElse("");
    }

    private static ValuesText read(String text) {
        return switch (ValuesText.read(text)) {
            case Result.Ok<ValuesText>(var values) -> values;
            case Result.Not<ValuesText>(var reason) -> throw new AssertionError(reason);
        };
    }

    private static ValuesPath path(String path) {
        return ValuesPath.of(path.split("\\."));
    }

    private static JsonNode condition(JsonNode config, String type) {
        return config.at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type + ": " + config));
    }

    private void untouched() {
        var map = world.map().orElseThrow();
        assertThat(map.at("/metadata/ownerReferences").isMissingNode()).isTrue();
        assertThat(Map.of(
                                "LinkerdConfigs",
                                world.configs(),
                                "Events",
                                world.api().list("/api/v1/namespaces/default/events"),
                                "more",
                                world.api().list("/api/v1/namespaces/linkerd/events"))
                        .entrySet())
                .allSatisfy(told -> assertThat(told.getValue().stream()
                                .map(object -> object.deepCopy().without("spec").toString())
                                .toList())
                        .as("secrets in " + told.getKey())
                        .noneMatch(object -> object.contains("hidden")));
    }
}
