// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a pod should become, worked out a second time: from the rules as docs and design have them, on the JSON itself, by trying user ids
 * one after the other. Networks are left as they are, since {@link Networks} knows what should become of them.
 */
final class IntendedPod {
    private static final long LINKERDS_PROXY = 2102;
    private static final long LINKERDS_VALIDATOR = 65534;

    private final Situation situation;
    private final ObjectNode pod;
    private final Permitted permitted;
    private final Set<Long> others = new HashSet<>();
    private final Set<Long> initContainers = new HashSet<>();

    private IntendedPod(Situation situation) {
        this.situation = situation;
        this.pod = situation.pod().deepCopy();
        this.permitted = situation.permitted();
        containers().filter(each -> !isLinkerds(each)).forEach(this::note);
    }

    /** {@return the pod}; none where it has to be refused */
    static Optional<ObjectNode> of(Situation situation) {
        var intended = new IntendedPod(situation);
        if (!takesPart(situation)) {
            return Optional.of(intended.pod);
        }
        boolean waitedFor = situation.optIn().equals("enabled")
                || isControlPlanes(situation)
                || isExtensions(situation)
                || situation.attached();
        return waitedFor ? intended.meshed() : Optional.empty();
    }

    static boolean takesPart(Situation situation) {
        var pod = situation.pod();
        var said = pod.at("/metadata/annotations/linkerd.io~1multus").asText("");
        boolean asked = situation.optIn().equals("enabled")
                || said.equals("enabled")
                || isControlPlanes(situation)
                || isExtensions(situation);
        return asked
                && (said.isEmpty() || said.equals("enabled"))
                && !pod.at("/spec/hostNetwork").asBoolean()
                && containers(pod).anyMatch(named("linkerd-proxy"))
                && containers(pod).noneMatch(named("linkerd-init"));
    }

    private static boolean isExtensions(Situation situation) {
        return situation.place() == Situation.Place.EXTENSION
                && situation.optIn().isEmpty();
    }

    private static boolean isControlPlanes(Situation situation) {
        return situation.place() == Situation.Place.CONTROL_PLANE
                && !situation
                        .pod()
                        .at("/metadata/labels/linkerd.io~1control-plane-component")
                        .asText()
                        .isEmpty();
    }

    private Optional<ObjectNode> meshed() {
        var said = annotation().or(situation::namespacesProxyUid).filter(text -> !text.isEmpty());
        var proxy = said.isPresent() ? explicit(said.get()) : chosen();
        if (proxy.isEmpty()) {
            return Optional.empty();
        }
        var before = containers().filter(named("linkerd-proxy")).findFirst().orElseThrow();
        boolean right =
                uid(before).equals(proxy) && (annotation().isPresent() || (said.isEmpty() && !permitted.known()));
        var validator = containers().filter(named("linkerd-network-validator")).findFirst();
        if (validator.isPresent() && (permitted.known() || uid(validator.get()).isPresent())) {
            var its = validatorUid(uid(validator.get()), proxy.getAsLong());
            if (its.isEmpty()) {
                return Optional.empty();
            }
            right &= uid(validator.get()).equals(its);
            runAs(validator.get(), its.getAsLong());
        }
        if (!right) {
            runAs(before, proxy.getAsLong());
            annotate(Long.toString(proxy.getAsLong()));
        }
        return Optional.of(PodJson.tree(pod.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private OptionalLong explicit(String said) {
        if (!said.matches("[+]?[0-9]+")) {
            return OptionalLong.empty();
        }
        var number = new BigInteger(said);
        return number.bitLength() < 32 && permitted.has(number.longValue()) && !others.contains(number.longValue())
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }

    private OptionalLong chosen() {
        var now = uid(containers().filter(named("linkerd-proxy")).findFirst().orElseThrow());
        if (now.isPresent()
                && permitted.has(now.getAsLong())
                && !others.contains(now.getAsLong())
                && !(permitted.ranged() && now.getAsLong() == permitted.lowest())) {
            return now;
        }
        if (!permitted.known()) {
            return OptionalLong.empty();
        }
        long offset = permitted.lowest() + LINKERDS_PROXY;
        if (permitted.ranged() && situation.strategy() == ProxyUidStrategy.OFFSET && isFree(offset)) {
            return OptionalLong.of(offset);
        }
        return permitted.ranged()
                ? downFrom(permitted.highest(), -1)
                : LongStream.iterate(LINKERDS_PROXY, uid -> uid + 1)
                        .filter(this::isFree)
                        .findFirst();
    }

    private OptionalLong validatorUid(OptionalLong now, long proxy) {
        if (now.isPresent() && isFree(now.getAsLong()) && now.getAsLong() != proxy) {
            return now;
        }
        var free = permitted.known()
                ? downFrom(permitted.ranged() ? permitted.highest() : LINKERDS_VALIDATOR, proxy)
                : OptionalLong.empty();
        if (free.isPresent()) {
            return free;
        }
        if (now.isPresent() && permitted.has(now.getAsLong()) && now.getAsLong() != proxy) {
            return now;
        }
        return permitted.ranged()
                ? LongStream.rangeClosed(Math.max(1, permitted.lowest()), permitted.highest())
                        .filter(uid -> uid != proxy)
                        .findFirst()
                : OptionalLong.empty();
    }

    private OptionalLong downFrom(long highest, long without) {
        return LongStream.iterate(highest, uid -> uid >= permitted.lowest(), uid -> uid - 1)
                .filter(uid -> uid != without && isFree(uid))
                .findFirst();
    }

    private boolean isFree(long uid) {
        return permitted.has(uid) && !others.contains(uid) && !initContainers.contains(uid);
    }

    private void note(JsonNode container) {
        var own = container.at("/securityContext/runAsUser");
        boolean ends = situation.pod().at("/spec/initContainers").valueStream().anyMatch(container::equals)
                && !container.path("restartPolicy").asText().equals("Always");
        boolean byDefault = permitted.ranged() && own.longValue() == permitted.lowest();
        if (ends && own.isNumber() && !byDefault) {
            initContainers.add(own.longValue());
            return;
        }
        uid(container).ifPresent(others::add);
        if (uid(container).isEmpty() && permitted.ranged()) {
            others.add(permitted.lowest());
        }
    }

    private OptionalLong uid(JsonNode container) {
        var own = container.at("/securityContext/runAsUser");
        var either = own.isNumber() ? own : pod.at("/spec/securityContext/runAsUser");
        return either.isNumber() ? OptionalLong.of(either.longValue()) : OptionalLong.empty();
    }

    private void runAs(JsonNode container, long uid) {
        if (!uid(container).equals(OptionalLong.of(uid))) {
            object((ObjectNode) container, "securityContext").put("runAsUser", uid);
        }
    }

    private Optional<String> annotation() {
        return Optional.of(pod.at("/metadata/annotations/config.linkerd.io~1proxy-uid")
                        .asText(""))
                .filter(text -> !text.isEmpty());
    }

    private void annotate(String uid) {
        object(object(pod, "metadata"), "annotations").put("config.linkerd.io/proxy-uid", uid);
    }

    private static ObjectNode object(ObjectNode parent, String key) {
        return parent.get(key) instanceof ObjectNode there ? there : parent.putObject(key);
    }

    private static boolean isLinkerds(JsonNode container) {
        return named("linkerd-proxy").test(container)
                || named("linkerd-network-validator").test(container);
    }

    private static Predicate<JsonNode> named(String name) {
        return container -> container.path("name").asText().equals(name);
    }

    private Stream<JsonNode> containers() {
        return containers(pod);
    }

    private static Stream<JsonNode> containers(ObjectNode pod) {
        return Stream.concat(
                pod.at("/spec/initContainers").valueStream(),
                pod.at("/spec/containers").valueStream());
    }
}
