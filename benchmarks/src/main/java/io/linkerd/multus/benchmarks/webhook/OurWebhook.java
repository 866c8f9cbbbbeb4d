// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.benchmarks.load.Target;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.pki.MutualTls;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** The webhook's image, with the bundle that it gives to API servers. */
record OurWebhook(ImageTrial trial) implements Contestant {
    private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/";

    /** Ours, and where it says how it is. */
    record Open(Serving serving, int healthPort) implements AutoCloseable {
        @Override
        public void close() {
            serving.close();
        }
    }

    @Override
    public Serving start(Path directory) throws IOException {
        return open(directory).serving();
    }

    /** Starts it, and returns when it answers. */
    Open open(Path directory) throws IOException {
        var started = trial.start(directory, JVM_FLAGS, Map.of());
        try {
            started.awaitReady();
            var tls = trust(started.ground());
            var target = new Target(started.ground().httpsPort(), tls, Review.PATH, Review.text());
            var serving = new Serving(target, started.process()::memory, started::close);
            return new Open(serving, started.ground().healthPort());
        } catch (IOException e) {
            started.close();
            throw e;
        }
    }

    private static SSLContext trust(TrainingGround ground) throws IOException {
        var path = CONFIGURATIONS + ground.setting("LINKERD_MULTUS_WEBHOOK_CONFIGURATION");
        var configuration = new ObjectMapper().readTree(ground.admin().get(path).orThrow());
        var bundle = configuration.at("/webhooks/0/clientConfig/caBundle").asText();
        try {
            return MutualTls.ofBundle(Base64.getDecoder().decode(bundle));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the webhook's bundle cannot be read: " + bundle, e);
        }
    }
}
