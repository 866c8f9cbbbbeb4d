// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every pod: each is sent as an API server sends it, and the patch applied as an API server applies it. */
class PodPropertiesTest {
    private static final int PODS = Integer.getInteger("QT_EXAMPLES", 20_000);
    /** As many tries as find a small case in seconds. */
    private static final int SHRINKING = 1000;

    /** What an API server passes on of all warnings of a review as they are. */
    private static final int LONGEST_WARNINGS = 4096;

    private static final String NETWORKS = "k8s.v1.cni.cncf.io/networks";
    private static final Set<String> LINKERDS = Set.of("linkerd-proxy", "linkerd-network-validator");

    /** One walk over all of them: to make pods costs more than to look at them. */
    @Test
    void everyPodBecomesWhatItShould() {
        property()
                .withExamples(PODS)
                .withShrinkCycles(SHRINKING)
                .forAll(Situations.any())
                .checkAssert(situation -> {
                    var answer = situation.answers().json("shop", situation.pod());
                    var intended = IntendedPod.of(situation);
                    assertThat(answer.at("/response/warnings")
                                    .valueStream()
                                    .mapToInt(warning -> warning.asText().length())
                                    .sum())
                            .isLessThanOrEqualTo(LONGEST_WARNINGS);
                    if (answer.at("/response/allowed").booleanValue()) {
                        var after = PodJson.patched(situation.pod(), answer);
                        assertIntended(situation, intended, after);
                        assertOthersThingsAreTheSame(situation.pod(), after);
                        assertNothingToChange(situation, after);
                        assertNobodyShares(situation, after);
                    } else {
                        assertRefusedForAReason(situation, intended, answer);
                    }
                });
    }

    private static void assertRefusedForAReason(Situation situation, Optional<ObjectNode> intended, JsonNode answer) {
        var message = answer.at("/response/status/message").textValue();
        assertThat(answer.at("/response/status/code").intValue()).isEqualTo(403);
        boolean userNamespace = !situation.pod().at("/spec/hostUsers").asBoolean(true) && message.contains("hostUsers");
        assertThat(userNamespace || intended.isEmpty()).as(message).isTrue();
    }

    private static void assertIntended(Situation situation, Optional<ObjectNode> intended, ObjectNode after) {
        assertThat(intended).as("it should have been refused").isPresent();
        var expected = intended.orElseThrow();
        if (IntendedPod.takesPart(situation)) {
            var networks = after.at("/metadata/annotations").path(NETWORKS).asText();
            assertThat(situation.networks().orElse(Networks.NONE).become(networks))
                    .as(networks)
                    .isTrue();
            PodGenerator.annotate(expected, NETWORKS, networks);
        }
        assertThat(after).isEqualTo(expected);
    }

    /** Byte for byte: the order of keys, and how numbers are written, too. */
    private static void assertOthersThingsAreTheSame(ObjectNode before, ObjectNode after) {
        assertThat(withoutOurs(after)).isEqualTo(withoutOurs(before));
    }

    private static String withoutOurs(ObjectNode pod) {
        var rest = pod.deepCopy();
        for (var list : List.of("/spec/initContainers", "/spec/containers")) {
            for (var container : rest.at(list)) {
                if (LINKERDS.contains(container.path("name").asText())) {
                    remove((ObjectNode) container, "securityContext", "runAsUser");
                }
            }
        }
        if (rest.get("metadata") instanceof ObjectNode metadata) {
            remove(metadata, "annotations", NETWORKS);
            remove(metadata, "annotations", "config.linkerd.io/proxy-uid");
        }
        if (rest.path("metadata").isEmpty()) {
            rest.remove("metadata");
        }
        return rest.toString();
    }

    /** The object goes with its last member: it may have been put there for its sake. */
    private static void remove(ObjectNode parent, String object, String member) {
        if (parent.get(object) instanceof ObjectNode members) {
            members.remove(member);
        }
        if (parent.path(object).isEmpty()) {
            parent.remove(object);
        }
    }

    private static void assertNothingToChange(Situation situation, ObjectNode after) {
        var again = situation.answers().json("shop", after).get("response");
        assertThat(again.get("allowed").booleanValue()).isTrue();
        assertThat(again.has("patch")).isFalse();
    }

    private static void assertNobodyShares(Situation situation, ObjectNode after) {
        if (!IntendedPod.takesPart(situation)) {
            return;
        }
        var permitted = situation.permitted();
        var containers = Stream.concat(
                        after.at("/spec/initContainers").valueStream(),
                        after.at("/spec/containers").valueStream())
                .toList();
        long proxy =
                uid(after, named("linkerd-proxy", containers).orElseThrow()).orElseThrow();
        assertThat(permitted.has(proxy)).isTrue();
        for (var container : containers) {
            if (!container.path("name").asText().equals("linkerd-proxy")
                    && !runsBeforeOnPurpose(after, container, permitted)) {
                var uid = uid(after, container);
                assertThat(uid.isPresent() || !permitted.ranged() ? uid : OptionalLong.of(permitted.lowest()))
                        .isNotEqualTo(OptionalLong.of(proxy));
            }
        }
        if (permitted.known()) {
            named("linkerd-network-validator", containers)
                    .ifPresent(validator -> assertThat(
                                    permitted.has(uid(after, validator).orElseThrow()))
                            .isTrue());
        }
    }

    private static Optional<JsonNode> named(String name, List<JsonNode> containers) {
        return containers.stream()
                .filter(container -> container.path("name").asText().equals(name))
                .findFirst();
    }

    /** An init container that asks for a user id of its own may have the proxy's, which Linkerd documents. */
    private static boolean runsBeforeOnPurpose(ObjectNode pod, JsonNode container, Permitted permitted) {
        return pod.at("/spec/initContainers").valueStream().anyMatch(container::equals)
                && !container.path("restartPolicy").asText().equals("Always")
                && container.at("/securityContext/runAsUser").isNumber()
                && !(permitted.ranged()
                        && container.at("/securityContext/runAsUser").longValue() == permitted.lowest())
                && !LINKERDS.contains(container.path("name").asText());
    }

    private static OptionalLong uid(ObjectNode pod, JsonNode container) {
        var own = container.at("/securityContext/runAsUser");
        var either = own.isNumber() ? own : pod.at("/spec/securityContext/runAsUser");
        return either.isNumber() ? OptionalLong.of(either.longValue()) : OptionalLong.empty();
    }
}
