// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalsTest {
    private static final int DONE = 200;
    private static final int FOUGHT = 0;

    private final List<Notice> told = new ArrayList<>();
    private final AtomicInteger answer = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final StandingRefusals standing = new StandingRefusals();
    private final Refusals<String> refusals = new Refusals<>(
            "binding",
            this::work,
            namespace -> Optional.of(Subject.namespace(namespace, "u")),
            "Until then nothing.",
            new Notices(told::add, System::nanoTime),
            standing,
            new SimpleMeterRegistry());

    RefusalsTest() {
        standing.onChange(changes::incrementAndGet);
    }

    /** A failure of the server's own was told after three seconds, as if a person had to act. */
    @ParameterizedTest
    @CsvSource({"403, 6", "422, 6", "400, 6", "413, 6", "500, 11", "502, 11", "504, 11"})
    void isToldOnceItIsNoAccident(int status, int times) {
        failing(status, times - 1);

        assertThat(told).isEmpty();
        assertThat(standing.counts()).isEmpty();

        failing(status, 1);

        assertThat(told)
                .singleElement()
                .satisfies(notice -> assertThat(notice.reason()).isEqualTo("RequestRefused"));
        assertThat(standing.counts()).isEqualTo(Map.of("binding", 1));
        assertThat(standing.has("binding", "shop")).isTrue();
        assertThat(changes).hasValue(1);
    }

    /** Too slow, too busy, or another writer was faster: that is no refusal, however long it lasts. */
    @ParameterizedTest
    @ValueSource(ints = {404, 408, 409, 429, 503})
    void whatPassesIsNeverTold(int status) {
        failing(status, 50);

        assertThat(told).isEmpty();
        assertThat(standing.counts()).isEmpty();
    }

    @Test
    void whatIsDoneInTheEndIsRefusedNoMore() {
        failing(403, 7);

        answer.set(DONE);
        refusals.reconcile("shop");

        assertThat(standing.counts()).isEmpty();
        assertThat(changes).hasValue(2);
        failing(403, 5);
        assertThat(standing.counts()).isEmpty();
    }

    /** It ended the work on the key with an error, and the leader could not step down, where no key of the kind had been refused for long. */
    @Test
    void whatIsDoneBeforeItIsToldLeavesNothing() {
        failing(403, 1);
        refusals.forget();
        failing(403, 1);
        answer.set(DONE);

        assertThat(refusals.reconcile("shop")).isEqualTo(new ReconcileResult.Settled());

        assertThat(changes).hasValue(0);
    }

    /** It stood as refused for as long as the fight lasted, though the write had been let through. */
    @Test
    void whatIsFoughtOverIsRefusedNoMore() {
        failing(403, 7);
        answer.set(FOUGHT);

        assertThatThrownBy(() -> refusals.reconcile("shop")).isInstanceOf(Contested.class);

        assertThat(standing.counts()).isEmpty();
    }

    @Test
    void anotherLeaderFindsItForItself() {
        failing(403, 7);

        refusals.forget();

        assertThat(standing.counts()).isEmpty();
    }

    private void failing(int status, int times) {
        answer.set(status);
        for (int tries = 0; tries < times; tries++) {
            assertThatThrownBy(() -> refusals.reconcile("shop")).isInstanceOf(ApiException.class);
        }
    }

    private ReconcileResult work(String namespace) {
        if (answer.get() == FOUGHT) {
            throw new Contested("RoleBinding of " + namespace, Duration.ofSeconds(1));
        }
        return ApiException.call("patch rolebindings", () -> {
            if (answer.get() != DONE) {
                throw new KubernetesClientException(new StatusBuilder()
                        .withCode(answer.get())
                        .withMessage("no: " + namespace)
                        .build());
            }
            return new ReconcileResult.Settled();
        });
    }
}
