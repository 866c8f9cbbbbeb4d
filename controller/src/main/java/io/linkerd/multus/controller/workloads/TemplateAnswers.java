// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.linkerdconfig.ProbePod;
import io.linkerd.multus.controller.pods.MeshPodReader;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Linkerd's injector makes of templates: each question is asked once for each change, a few a second, by creating a pod as a dry run, and
 * the answer is remembered. It is asked when kubelets have brought the change to all injectors, and an answer that does not show it does not
 * count. Where it may not be asked, nothing is known. Asked by one thread.
 */
final class TemplateAnswers {
    private static final Logger log = LoggerFactory.getLogger(TemplateAnswers.class);

    /** A kubelet looks at mounted ConfigMaps once a minute, with jitter, behind its own cache. */
    static final Duration PROPAGATED = Duration.ofMinutes(2);

    private static final Duration AGAIN = Duration.ofMinutes(1);
    /** Without the right, which is off by default, nothing is known; an administrator gives it seldom. */
    static final Duration FORBIDDEN = Duration.ofMinutes(5);

    /**
     * Of the API server's answer where a right is missing. Security context constraints and pod security answer 403 as well, of the one pod that they
     * refuse (Kubernetes, {@code endpoints/handlers/responsewriters/errors.go}).
     */
    private static final String NO_RIGHT = "cannot create resource";

    /** Its words may quote what a tenant wrote. */
    private static final String WEBHOOK = "admission webhook";

    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final int AT_ONCE = 3;
    private static final int MOST_TRIES = 3;
    /** From five minutes to forty. */
    private static final int DOUBLINGS = 3;

    private record Answer(Optional<InjectedParts> parts, int tries, long againAt) {}

    private final ObjectWrites writes;
    private final String namespace;
    private final LongSupplier nanoClock;
    private final MeshPodReader reader = new MeshPodReader();
    private final Map<Question, Answer> answers = new ConcurrentHashMap<>();
    private final Map<Question, ExpectedPods> wanted = new HashMap<>();
    private Optional<ChangeDigest> change = Optional.empty();
    private long askFrom;
    private long mayAskFrom;

    /** Asks in that namespace. */
    TemplateAnswers(ObjectWrites writes, String namespace, LongSupplier nanoClock) {
        this.writes = writes;
        this.namespace = namespace;
        this.nanoClock = nanoClock;
        this.mayAskFrom = nanoClock.getAsLong();
    }

    /** Begins a look at a mesh of that change: what was answered for another is forgotten. */
    void begin(ChangeDigest now) {
        wanted.clear();
        if (!change.equals(Optional.of(now))) {
            change = Optional.of(now);
            answers.clear();
            askFrom = nanoClock.getAsLong() + PROPAGATED.toNanos();
        }
    }

    /** {@return what is known of the template; what is not is asked for} */
    Optional<InjectedParts> of(ExpectedPods expected, Template template) {
        wanted.put(Question.of(expected, template), expected);
        return known(expected, template);
    }

    /** {@return what is known of the template, for any thread} */
    Optional<InjectedParts> known(ExpectedPods expected, Template template) {
        return Optional.ofNullable(answers.get(Question.of(expected, template))).flatMap(Answer::parts);
    }

    /** Asks a few questions of the look that ends. {@return when to look again for its sake; empty where all is known} */
    Optional<Duration> ask() {
        answers.keySet().retainAll(wanted.keySet());
        long now = nanoClock.getAsLong();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        if (mayAskFrom - now > 0) {
            return Optional.of(Duration.ofNanos(mayAskFrom - now));
        }
        var asked = wanted.keySet().stream()
                .filter(question ->
                        againAt(question).filter(moment -> moment - now <= 0).isPresent())
                .limit(AT_ONCE)
                .toList();
        asked.stream().takeWhile(_ -> mayAskFrom - now <= 0).forEach(this::ask);
        if (mayAskFrom - now > 0) {
            return Optional.of(Duration.ofNanos(mayAskFrom - now));
        }
        return wanted.keySet().stream()
                .flatMap(question -> againAt(question).stream())
                .map(moment -> Duration.ofNanos(moment - now))
                .min(Duration::compareTo)
                .or(() -> asked.isEmpty() ? Optional.empty() : Optional.of(BETWEEN))
                .map(rest -> rest.compareTo(BETWEEN) < 0 || !asked.isEmpty() ? BETWEEN : rest);
    }

    /** {@return when the question is to be asked next; empty where its answer counts, or will not come} */
    private Optional<Long> againAt(Question question) {
        var answer = answers.get(question);
        if (answer == null) {
            return Optional.of(askFrom);
        }
        return answer.parts().isPresent() ? Optional.empty() : Optional.of(answer.againAt());
    }

    private void ask(Question question) {
        int tries =
                Optional.ofNullable(answers.get(question)).map(Answer::tries).orElse(0) + 1;
        var again = tries < MOST_TRIES ? AGAIN : FORBIDDEN.multipliedBy(1L << Math.min(tries - MOST_TRIES, DOUBLINGS));
        try {
            answers.put(question, new Answer(answer(question), tries, nanoClock.getAsLong() + again.toNanos()));
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Forbidden
                    && e.words().contains(NO_RIGHT)
                    && !e.words().contains(WEBHOOK)) {
                mayAskFrom = nanoClock.getAsLong() + FORBIDDEN.toNanos();
            } else {
                if (tries <= MOST_TRIES) {
                    log.atInfo()
                            .addKeyValue("reason", e.getMessage())
                            .log("cannot ask Linkerd's injector what a new pod gets; it is asked again");
                }
                answers.put(question, new Answer(Optional.empty(), tries, nanoClock.getAsLong() + again.toNanos()));
            }
        }
    }

    private Optional<InjectedParts> answer(Question question) {
        var pod = writes.createDry(ProbePod.RESOURCE, question.pod(namespace));
        var expected = Optional.ofNullable(wanted.get(question));
        return reader.read(pod)
                .traits()
                .flatMap(PodTraits::injected)
                .filter(parts ->
                        expected.filter(one -> shows(parts, one, question)).isPresent());
    }

    /** {@return whether the injector had the version of now, and the trust anchors, if the pod does not refer to them} */
    private static boolean shows(InjectedParts parts, ExpectedPods expected, Question question) {
        var version = expected.mesh()
                .values()
                .map(values -> Optional.ofNullable(question.annotations().get(Linkerd.ASKED_VERSION))
                        .filter(said -> !said.isEmpty())
                        .orElse(values.version()));
        var bundle = expected.mesh().bundle();
        return parts.proxyVersion().equals(version)
                && (!(bundle instanceof TrustAnchors.Known)
                        || parts.anchors() instanceof TrustAnchors.Unseen
                        || bundle.equals(parts.anchors()));
    }
}
