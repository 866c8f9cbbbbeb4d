// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.acceptance.kinds.ServedKind;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server makes of a LinkerdConfig by its definition alone: what it keeps, refuses, and tells a person. */
class LinkerdConfigIT {
    private static final OwnKind KIND = OwnKind.LINKERD_CONFIG;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    @RegisterExtension
    static final ServedKind SERVED = new ServedKind(KIND);

    /** Only what is written is wanted: a default that the API server put in would be wanted, too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{values: {proxy: {logLevel: 'warn,linkerd=debug', cores: null, additionalEnv: [{name: A, value:"
                        + " b}]}}}",
                "{global: {clusterDomain: mesh.local, cniEnabled: false, configMap: linkerd-config, linkerdNamespace:"
                        + " linkerd, omitWebhookSideEffects: false, version: edge-19.12.3, identityContext: {trustDomain:"
                        + " mesh.local, trustAnchorsPEM: PEM, issuanceLifeTime: 86400s, clockSkewAllowance: 20s, scheme:"
                        + " linkerd.io/tls}}, proxy: {adminPort: '4191', controlPort: 4190, inboundPort: 4143,"
                        + " outboundPort: '4140', disableExternalProfiles: true, logLevel: warn, proxyImage: {name: a/b,"
                        + " pullPolicy: ''}, proxyInitImage: {name: a/c, pullPolicy: Always}, proxyInitImageVersion:"
                        + " v1.3.0, proxyVersion: v1, proxyUID: 2102, resource: {limits: {cpu: 1, memory: 250Mi},"
                        + " requests: {cpu: 100m}}, ignoreInboundPorts: ['25', 443-445], ignoreOutboundPorts: [3306]}}",
            })
    void whatIsWrittenIsKeptAndNothingIsAdded(String spec) throws IOException {
        var given = YAML.readTree(spec);
        var taken = JSON.readTree(dryRun(given).orThrow()).path("spec");

        for (var part : List.of("values", "global", "proxy")) {
            assertThat(taken.path(part)).isEqualTo(given.path(part));
        }
        assertThat(taken.path("mode").asText()).isEqualTo("Observe");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{mode: enforce} | spec.mode: Unsupported value: \"enforce\"",
                "{controlPlaneNamespace: a, global: {linkerdNamespace: b}} | name two namespaces",
                "{configMap: a, global: {configMap: b}} | name two ConfigMaps",
                "{proxy: {adminPort: 0}} | spec.proxy.adminPort",
                "{proxy: {adminPort: '65536'}} | spec.proxy.adminPort",
                "{proxy: {adminPort: 4140, outboundPort: '4140'}} | adminPort is used twice",
                "{proxy: {controlPort: 4140, outboundPort: 4140}} | controlPort is used twice",
                "{proxy: {inboundPort: 4140, outboundPort: 4140}} | inboundPort and outboundPort are one",
                "{proxy: {proxyUID: 0}} | spec.proxy.proxyUID",
                "{proxy: {proxyUID: '65534'}} | which Linkerd's network validator has",
                "{proxy: {proxyUID: 1000680001}, global: {cniEnabled: false}} | linkerd-init cannot read",
                "{proxy: {resource: {limits: {cpu: 1}, requests: {cpu: 1500m}}}} | a request is more than its limit",
                "{proxy: {ignoreInboundPorts: [http]}} | spec.proxy.ignoreInboundPorts[0]",
                "{global: {identityContext: {issuanceLifeTime: 1d}}} | spec.global.identityContext.issuanceLifeTime",
                "{rollouts: {mode: auto}} | spec.rollouts.mode",
                "{rollouts: {atOnce: 0}} | spec.rollouts.atOnce",
                "{rollouts: {window: {start: '0 2 * * 6'}}} | spec.rollouts.window.duration",
                "{rollouts: {window: {start: '@weekly', duration: PT4H}}} | spec.rollouts.window.start",
                "{proxy: {proxyPort: 1}} | unknown field \"spec.proxy.proxyPort\"",
            })
    void whatCannotBeIsRefusedWithTheField(String spec, String message) throws IOException {
        var answer = dryRun(YAML.readTree(spec));

        assertThat(answer.status()).as(answer.body()).isIn(400, 422);
        assertThat(JSON.readTree(answer.body()).path("message").asText()).contains(message);
    }

    /** For YAML 1.1, which kubectl reads, it is false. */
    @Test
    void offWithoutQuotesIsTaken() throws IOException {
        assertThat(dryRun(JSON.readTree("{\"rollouts\":{\"mode\":false}}")).status())
                .isEqualTo(201);
        assertThat(dryRun(JSON.readTree("{\"rollouts\":{\"mode\":\"Off\"}}")).status())
                .isEqualTo(201);
        assertThat(dryRun(JSON.readTree("{\"rollouts\":{\"mode\":true}}")).status())
                .isEqualTo(422);
    }

    @Test
    void kubectlExplainsEveryField() throws IOException, InterruptedException {
        assertThat(KIND.undescribed()).containsExactly(".metadata");
        assertThat(SERVED.server().kubectl().run("explain", "linkerdconfig.spec.proxy"))
                .contains("adminPort", "In Linkerd's values proxy.ports.admin");
    }

    private static ApiResponse dryRun(JsonNode spec) throws IOException {
        return SERVED.dryRun("mesh", spec.toString());
    }
}
