// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.benchmarks.bare.ShortLivedWebhook;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.images.trial.ImageTrial.Started;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Three replicas of one release, from the webhook's image, and the Service that leads to them. */
final class Replicas implements AutoCloseable {
    private static final int COUNT = 3;
    private static final List<String> FLAGS = List.of("-XX:ActiveProcessorCount=2");

    /**
     * In seconds, as {@link ShortLivedWebhook} takes them. A new authority every twelve; certificates have more than three seconds left when
     * they are renewed, which is what a machine may stand still.
     */
    private static final List<String> LIVES = List.of("18", "8", "2", "2");

    private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Started> started = new ArrayList<>();
    private final List<ServiceFront> fronts = new ArrayList<>();
    private final PlainApiClient admin;

    private Replicas(PlainApiClient admin) {
        this.admin = admin;
    }

    /** Starts them one after the other, each in a directory of its own, and returns when the API server is led to all. */
    static Replicas start(Workplace place, TrainingCluster cluster) throws IOException, InterruptedException {
        var image = place.image(Service.WEBHOOK);
        var replicas = new Replicas(cluster.server().admin());
        try {
            for (var number = 0; number < COUNT; number++) {
                var directory = place.directory("webhook");
                var program = image.running(
                        place.jar(directory, ShortLivedWebhook.class), ShortLivedWebhook.class.getName(), LIVES);
                replicas.started.add(new ImageTrial(Service.WEBHOOK, program, cluster)
                        .start(directory, FLAGS, Map.of("LINKERD_MULTUS_POD_NAME", "webhook-" + number)));
            }
            for (var replica : replicas.started) {
                replica.awaitReady();
            }
            replicas.lead();
            return replicas;
        } catch (IOException | RuntimeException e) {
            replicas.close();
            throw e;
        }
    }

    /** {@return a client that may do everything} */
    PlainApiClient admin() {
        return admin;
    }

    /** {@return where they serve} */
    List<Integer> ports() {
        return started.stream().map(replica -> replica.ground().httpsPort()).toList();
    }

    /** {@return the name that API servers call them by} */
    String host() {
        return ground().setting("LINKERD_MULTUS_SERVICE") + "." + ground().setting("LINKERD_MULTUS_NAMESPACE") + ".svc";
    }

    /** {@return whom the API server trusts at this moment, PEM} */
    byte[] bundle() throws IOException {
        var configuration = JSON.readTree(admin.get(configuration()).orThrow());
        return Base64.getDecoder()
                .decode(configuration.at("/webhooks/0/clientConfig/caBundle").asText());
    }

    /** {@return what they have done so far} */
    Rotations rotations() throws IOException {
        var metrics = new ArrayList<String>();
        for (var replica : started) {
            metrics.add(replica.ground().health("/metrics").body());
        }
        return Rotations.of(metrics);
    }

    private void lead() throws IOException {
        var front = ServiceFront.open(ports());
        fronts.add(front);
        admin.patch(
                        configuration(),
                        "[{\"op\":\"replace\",\"path\":\"/webhooks/0/clientConfig/service/port\",\"value\":"
                                + front.port() + "}]")
                .orThrow();
    }

    private String configuration() {
        return CONFIGURATIONS + ground().setting("LINKERD_MULTUS_WEBHOOK_CONFIGURATION");
    }

    private TrainingGround ground() {
        return started.getFirst().ground();
    }

    @Override
    public void close() {
        started.forEach(Started::close);
        fronts.forEach(ServiceFront::close);
    }
}
