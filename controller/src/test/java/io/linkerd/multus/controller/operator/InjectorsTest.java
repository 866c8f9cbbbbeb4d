// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InjectorsTest {
    private static MutatingWebhookConfiguration configuration(String annotation) {
        return new MutatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName("zz-linkerd-multus-webhook")
                .addToAnnotations(annotation, "a/b")
                .addToAnnotations("mine", "a")
                .endMetadata()
                .build();
    }

    @Test
    void knowsWhatAsksCertManagerAndOpenShiftForAnAuthority() {
        assertThat(Injectors.annotations(configuration("cert-manager.io/inject-ca-from")))
                .containsExactly("cert-manager.io/inject-ca-from");
        assertThat(Injectors.annotations(configuration("service.beta.openshift.io/inject-cabundle")))
                .containsExactly("service.beta.openshift.io/inject-cabundle");
        assertThat(Injectors.annotations(configuration("cert-manager.io/issuer")))
                .isEmpty();
    }

    /** The webhook was waited for without a reason, as long as another controller put its authority back. */
    @Test
    void anInjectorThatGoesOnIsNamed() {
        assertThat(Injectors.trouble(Stream.of(configuration("a")))).isEmpty();
        assertThat(Injectors.trouble(Stream.of(configuration("cert-manager.io/inject-ca-from")))
                        .orElseThrow())
                .satisfies(trouble -> {
                    assertThat(trouble.reason()).isEqualTo("OtherAuthority");
                    assertThat(trouble.message())
                            .startsWith("MutatingWebhookConfiguration zz-linkerd-multus-webhook has the annotation"
                                    + " cert-manager.io/inject-ca-from, by which");
                });
    }
}
