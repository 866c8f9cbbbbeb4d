// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.quicktheories.generators.Generate.constant;
import static org.quicktheories.generators.Generate.frequency;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.Situation.Place;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.quicktheories.api.Pair;
import org.quicktheories.core.Gen;

/** Generated pods and namespaces: few user ids and short ranges, so that everything collides with everything. */
public final class Situations {
    private static final Gen<Boolean> SELDOM = integers().between(0, 19).map(number -> number == 19);
    private static final Gen<Boolean> OFTEN = arbitrary().pick(true, false);
    private static final Gen<Place> PLACES = frequency(
            Pair.of(8, constant(Place.APPLICATIONS)),
            Pair.of(1, constant(Place.EXTENSION)),
            Pair.of(1, constant(Place.CONTROL_PLANE)));
    private static final Gen<Optional<Networks>> NETWORKS = Networks.any().toOptionals(30);
    private static final Gen<Range> RANGES = arbitrary().pick(Range.ALL);
    private static final Gen<Optional<String>> CONSTRAINTS = arbitrary()
            .pick(
                    "restricted-v2",
                    "restricted-v2",
                    "restricted-v2",
                    "restricted",
                    "hostnetwork-v2",
                    "restricted-v3",
                    "nested-container",
                    "nonroot-v2",
                    "nonroot",
                    "anyuid",
                    "privileged",
                    Situation.OWN_RANGE,
                    Situation.OWN_UID,
                    Situation.OWN_ANY_WITHOUT_SECCOMP,
                    "constraints-that-are-gone")
            .toOptionals(10);
    private static final Gen<ProxyUidStrategy> STRATEGIES = arbitrary().enumValues(ProxyUidStrategy.class);

    /** The range of a namespace as it is written, and what it comes to. */
    private record Range(Optional<String> text, Permitted permitted) {
        static final List<Range> ALL = List.of(
                new Range(Optional.empty(), Permitted.ANY_BUT_ROOT),
                new Range(Optional.of("1000660000"), Permitted.NOBODY_KNOWS),
                of("1000660000/10000", 10_000),
                of("1000660000-1000669999", 10_000),
                of("1000660000/3", 3),
                of("1000660000/2", 2),
                of("1000660000/1", 1));

        static Range of(String text, int size) {
            return new Range(Optional.of(text), Permitted.range(1_000_660_000, 1_000_660_000 + size - 1));
        }

        /** What a pod may have that these constraints admitted; the namespace's range, where they would not admit it again. */
        Permitted with(Optional<String> constraints) {
            return switch (constraints.orElse("")) {
                case "restricted-v2", "hostnetwork-v2" -> text.isEmpty() ? Permitted.NOBODY_KNOWS : permitted;
                case "restricted-v3" -> Permitted.range(1000, 65534);
                case "nested-container" -> Permitted.range(0, 65534);
                case "nonroot-v2", "privileged" -> Permitted.ANY_BUT_ROOT;
                case Situation.OWN_RANGE -> Permitted.range(5000, 5003);
                case Situation.OWN_UID -> Permitted.range(7000, 7000);
                default -> permitted;
            };
        }
    }

    private Situations() {}

    /** {@return any of them} */
    public static Gen<Situation> any() {
        return in -> {
            var networks = NETWORKS.generate(in);
            var constraints = CONSTRAINTS.generate(in);
            var range = RANGES.generate(in);
            var permitted = range.with(constraints);
            var uids = uids(permitted);
            var pod = PodGenerator.pod(uids, in);
            constraints.ifPresent(value -> PodGenerator.annotate(pod, "openshift.io/scc", value));
            networks.ifPresent(value -> PodGenerator.annotate(pod, "k8s.v1.cni.cncf.io/networks", value.text()));
            explicit(uids)
                    .toOptionals(80)
                    .generate(in)
                    .ifPresent(value -> PodGenerator.annotate(pod, "config.linkerd.io/proxy-uid", value));
            var place = PLACES.generate(in);
            boolean optsOut = (place == Place.APPLICATIONS ? SELDOM : OFTEN).generate(in);
            return new Situation(
                    PodJson.tree(pod.toString().getBytes(StandardCharsets.UTF_8)),
                    networks,
                    place,
                    SELDOM.generate(in) && isAskedOfItsNamespaceAlone(pod, place),
                    optsOut ? "disabled" : "enabled",
                    !SELDOM.generate(in),
                    range.text(),
                    explicit(uids).toOptionals(95).generate(in),
                    STRATEGIES.generate(in),
                    permitted);
        };
    }

    /** What is meshed for another reason goes by what the cache has. */
    private static boolean isAskedOfItsNamespaceAlone(ObjectNode pod, Place place) {
        return place != Place.CONTROL_PLANE
                && !pod.at("/metadata/annotations/linkerd.io~1multus").asText().equals("enabled");
    }

    private static Gen<Long> uids(Permitted permitted) {
        var near = LongStream.of(
                permitted.lowest(),
                permitted.lowest() + 1,
                permitted.lowest() + 2,
                permitted.lowest() + 2102,
                permitted.highest(),
                permitted.highest() - 1);
        return arbitrary()
                .pick(LongStream.concat(near, LongStream.of(0, 1000, 2102, 2103, 65533, 65534))
                        .boxed()
                        .toList());
    }

    private static Gen<String> explicit(Gen<Long> uids) {
        return uids.zip(
                arbitrary().pick("%d", "%d", "%d", "+%d", "000%d", "%d ", "x", "", "99999999999999999999%d"),
                (uid, form) -> form.formatted(uid));
    }
}
