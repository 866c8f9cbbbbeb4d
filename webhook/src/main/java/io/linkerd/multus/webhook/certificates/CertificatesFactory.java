// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.runtime.server.EmbeddedServer;
import jakarta.inject.Singleton;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes certificates from where the settings say, and tells which source is in force. */
@Factory
final class CertificatesFactory {
    private static final Logger log = LoggerFactory.getLogger(CertificatesFactory.class);

    /** The port is asked of the server, which alone knows the one that it got. */
    @Singleton
    @Bean(preDestroy = "close")
    Certificates certificates(
            WebhookSettings settings,
            CertificatePolicy policy,
            Clocks clocks,
            SelfReview review,
            WatchTransport transport,
            ServingCertificates serving,
            EmbeddedServer server,
            MeterRegistry registry) {
        var source = settings.certificates();
        var metrics = new CertificateMetrics(registry, source.maker());
        var issuer = new CertificateIssuer(policy, settings.serviceNames());
        var selfCheck = new SelfCheck(
                settings.serviceNames().getFirst(), server::getPort, review, clocks.wall(), policy.backdating());
        if (source.maker() == Maker.SELF_ISSUED) {
            log.atInfo().addKeyValue("source", source.maker().title()).log("certificates are made here");
            var api = new StoreApi(transport, SelfIssuedCertificates.API_DEADLINE);
            var store = new KubernetesCertificateStore(settings, api);
            var keeper = new CertificateKeeper(store, issuer, policy, clocks, serving::serve, metrics);
            var further = settings.furtherConfigurations().stream()
                    .map(name -> new FurtherTrust(
                            name,
                            ConfigurationTrust.validating(name, HomeNamespace.of(settings), api),
                            store,
                            clocks.nanos(),
                            metrics))
                    .toList();
            return new SelfIssuedCertificates(settings, keeper, further, selfCheck, clocks, metrics, transport);
        }
        log.atInfo()
                .addKeyValue("source", source.maker().title())
                .addKeyValue("directory", source.directory())
                .log("certificates are taken from a Secret that is mounted");
        var keeper =
                new MountedKeeper(source, settings.serviceNames().getFirst(), clocks.wall(), serving::serve, metrics);
        return new MountedCertificates(source, keeper, selfCheck, clocks, metrics);
    }
}
