// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import org.junit.jupiter.api.Test;

class DryRunsTest {

    private static InjectionProbeResult answered(String message) {
        var status = new StatusBuilder().withCode(400).withMessage(message).build();
        return DryRuns.refusal(catchThrowableOfType(
                ApiException.class,
                () -> ApiException.call("create pods", () -> {
                    throw new KubernetesClientException(message, 400, status);
                })));
    }

    @Test
    void takesADenialByLinkerdsInjectorForARefusal() {
        assertThat(answered("admission webhook \"linkerd-proxy-injector.linkerd.io\" denied the request: yaml: line 3"))
                .isInstanceOf(InjectionProbeResult.Refused.class);
    }

    /** A policy that denied the dry run after a change of leaders had values called broken that Linkerd takes, or put back. */
    @Test
    void takesADenialByAnotherWebhookForNoAnswer() {
        assertThat(answered(
                        "admission webhook \"validate.kyverno.svc-fail\" denied the request: label team is required"))
                .isInstanceOf(InjectionProbeResult.NotAsked.class);
    }
}
