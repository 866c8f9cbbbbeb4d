// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Optional;

/** What the API server did not do. */
final class Refusal {
    private Refusal() {}

    /** {@return what somebody has to do something about; empty where it passes} */
    static Optional<Trouble> trouble(ApiException e) {
        return switch (e.failure()) {
            case ApiFailure.Forbidden _, ApiFailure.Refused _, ApiFailure.NotFound _ ->
                Optional.of(new Trouble(
                        OperandStatus.NOT_APPLIED,
                        "cannot " + e.permission() + ": " + e.words() + "; it is tried again"));
            case ApiFailure.Conflict _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.Unreachable _ -> Optional.empty();
        };
    }
}
