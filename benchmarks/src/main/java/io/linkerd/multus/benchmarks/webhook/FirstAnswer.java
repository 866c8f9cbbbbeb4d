// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Target;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.trial.ImageTrial;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The first review that a webhook answers, which is before it says that it is ready: by then API servers trust it. */
public final class FirstAnswer {
    private static final Answer ANYTHING = new Answer(HttpURLConnection.HTTP_OK, "{}");

    private FirstAnswer() {}

    /** Returns when it has answered one. */
    public static void await(ImageTrial.Started started) throws IOException {
        var target = new Target(started.ground().httpsPort(), trustInAnybody(), Review.PATH, Review.text());
        Serving.await(target, started.process().holder());
    }

    /** {@return how long the same server takes without a webhook, from its start until it answers} */
    public static Duration withoutWebhook(Workplace place, ImageTrial webhook, Path directory) throws IOException {
        return new ServerAlone(place, webhook.root(), ANYTHING).firstAnswer(directory);
    }

    /** What it serves with is known to nobody yet. */
    private static SSLContext trustInAnybody() throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS here", e);
        }
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
