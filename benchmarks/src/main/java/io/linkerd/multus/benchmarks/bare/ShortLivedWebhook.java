// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

import io.linkerd.multus.webhook.WebhookApplication;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.time.Duration;

/** The webhook as it is, but that its certificates live for seconds. */
public final class ShortLivedWebhook {
    private ShortLivedWebhook() {}

    /**
     * Serves until SIGTERM.
     *
     * @param arguments in seconds: the life of an authority; of a serving certificate; how far both begin in the past; how long everybody
     *     is given to learn of a new authority
     */
    public static void main(String... arguments) {
        WebhookApplication.run(new CertificatePolicy(
                seconds(arguments[0]), seconds(arguments[1]), seconds(arguments[2]), seconds(arguments[3])));
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Long.parseLong(text));
    }
}
