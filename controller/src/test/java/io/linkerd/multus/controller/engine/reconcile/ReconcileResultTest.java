// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReconcileResultTest {
    record Row(String what, KubernetesClientException answer, ReconcileResult result) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "we lack a right, or a quota or policy says no: the server's words tell a person which",
                        answer(
                                403,
                                status(403, "Forbidden")
                                        .withMessage("things \"shop/web\" is forbidden: exceeded quota: few")
                                        .build()),
                        new ReconcileResult.Failed(
                                "patch things: forbidden",
                                "things \"shop/web\" is forbidden: exceeded quota: few",
                                true)),
                new Row(
                        "the namespace is being deleted: nothing is to be done",
                        answer(
                                403,
                                status(403, "Forbidden")
                                        .withNewDetails()
                                        .addNewCause("metadata.namespace", "it goes", "NamespaceTerminating")
                                        .endDetails()
                                        .build()),
                        new ReconcileResult.Settled()),
                new Row(
                        "somebody was faster: a second look, soon",
                        answer(409, status(409, "Conflict").build()),
                        new ReconcileResult.Requeue(Duration.ofMillis(200))),
                new Row(
                        "the kind or the namespace is not there",
                        answer(404, status(404, "NotFound").build()),
                        new ReconcileResult.Failed("patch things: not found", "", false)),
                new Row(
                        "the token is not accepted",
                        answer(401, status(401, "Unauthorized").build()),
                        new ReconcileResult.Failed(
                                "patch things: the API server does not accept our token", "", false)),
                new Row(
                        "the server is busy; the reason names no object",
                        answer(503, status(503, "ServiceUnavailable").build()),
                        new ReconcileResult.Failed(
                                "patch things: the API server answers 503 ServiceUnavailable", "", false)),
                new Row(
                        "nobody answers; the reason is the innermost",
                        new KubernetesClientException(
                                "Operation: [patch] for shop failed.",
                                new IOException("wrapped", new ConnectException("refused"))),
                        new ReconcileResult.Failed(
                                "patch things: the API server cannot be reached: ConnectException: refused",
                                "",
                                false)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void followsFromWhatTheApiServerSaid(Row row) {
        var exception = catchThrowableOfType(
                ApiException.class,
                () -> ApiException.call("patch things", () -> {
                    throw row.answer();
                }));

        assertThat(ReconcileResult.of(exception)).isEqualTo(row.result());
    }

    private static KubernetesClientException answer(int code, Status status) {
        return new KubernetesClientException("things \"shop/web\" failed", code, status);
    }

    private static StatusBuilder status(int code, String reason) {
        return new StatusBuilder().withCode(code).withReason(reason).withMessage("things \"shop/web\" failed");
    }
}
