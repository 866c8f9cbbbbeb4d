// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.acceptance.kinds.ServedKind;
import io.linkerd.multus.controller.operand.BundleImages;
import io.linkerd.multus.controller.operand.Operand;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import io.linkerd.multus.controller.operand.SpecProblems;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real API server makes of a LinkerdMultus: defaults, refusals, and what it tells a person. */
class LinkerdMultusIT {
    private static final OwnKind KIND = OwnKind.LINKERD_MULTUS;
    private static final String NAMESPACE = "linkerd-multus";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    @RegisterExtension
    static final ServedKind SERVED = new ServedKind(KIND);

    /** What the schema fills in for somebody who says nothing is what the chart has. */
    @ParameterizedTest
    @EnumSource(Rendering.Platform.class)
    void anEmptySpecAsksForWhatTheChartHas(Rendering.Platform platform) throws IOException {
        var spec = spec(JSON.readTree(dryRun("{}").orThrow()));

        assertThat(SpecProblems.of(spec, NAMESPACE, platform)).isEmpty();
        assertThat(spec.webhook()).isNotNull();
        assertThat(operand(spec, platform)).isEqualTo(operand(OperandSpec.EMPTY, platform));
    }

    /** Whatever the tests of the operand make up is what somebody may ask for; nothing of it is dropped. */
    @Test
    void whatTheOperatorUnderstandsIsWhatTheSchemaHas() throws IOException {
        for (var seed = 1L; seed <= 100; seed++) {
            var generated = GeneratedSpec.of(new Random(seed)).spec();
            var taken = JSON.readTree(dryRun(generated.toString()).orThrow()).path("spec");

            assertThat(holds(taken, JSON.readTree(generated.toString())))
                    .as("%s became %s", generated, taken)
                    .isTrue();
        }
    }

    private static boolean holds(JsonNode taken, JsonNode given) {
        return given.isObject()
                ? given.properties().stream().allMatch(field -> holds(taken.path(field.getKey()), field.getValue()))
                : taken.equals(given);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{mode: nat} | spec.mode: Unsupported value: \"nat\": supported values: \"auto\", \"nad\"",
                "{webhook: {replicas: 0}} | spec.webhook.replicas: Invalid value: 0",
                "{webhook: {port: 443}} | spec.webhook.port: Invalid value: 443",
                "{webhook: {resources: {limits: {memory: 200Mi}}}} | the webhook takes a memory limit of 256Mi or more",
                "{installer: {resources: {limits: {memory: 100Mi}}}} | the installer takes a memory limit of 107Mi or"
                        + " more",
                "{installer: {maxUnavailable: 0}} | must be a number from 1 on, or a percentage from 1% to 100%",
                "{installer: {maxUnavailable: 200%}} | must be a number from 1 on, or a percentage from 1% to 100%",
                "{installer: {tokenLifetime: 1s}} | spec.installer.tokenLifetime",
                "{kubeconfigPath: /etc/cni/net.d/a.conf} | must not end in .conf, .conflist or .json",
                "{kubeconfigPath: /etc/passwd} | spec.kubeconfigPath",
                "{images: {installer: somebody/installer}} | spec.images.installer",
                "{excludedNamespaces: [linkerd]} | excludedNamespaces has Linkerd's own namespace",
                "{excludedNamespaces: [a, a]} | Duplicate value: \"a\"",
                "{linkerd: {namespace: openshift-mesh}} | excludeOpenShiftNamespaces leaves Linkerd's own namespace"
                        + " alone",
                "{linkerd: {cniChart: Perhaps}} | spec.linkerd.cniChart",
                "{linkerd: {cniConfig: {proxyUID: 0}}} | spec.linkerd.cniConfig.proxyUID",
                "{linkerd: {cniConfig: {inboundProxyPort: 0}}} | spec.linkerd.cniConfig.inboundProxyPort",
                "{linkerd: {cniConfig: {ignoreOutboundPorts: [some]}}} | spec.linkerd.cniConfig.ignoreOutboundPorts[0]",
                "{linkerd: {cniConfig: {ignoreOutboundPorts: [70000]}}} |"
                        + " spec.linkerd.cniConfig.ignoreOutboundPorts[0]",
                "{linkerd: {cniConfig: {ignoreInboundPorts: [80-70000]}}} |"
                        + " spec.linkerd.cniConfig.ignoreInboundPorts[0]",
                "{linkerd: {cniConfig: {portsToRedirect: [80-90]}}} | spec.linkerd.cniConfig.portsToRedirect[0]",
                "{linkerd: {cniConfig: {ignoreSubnets: [10.0.0.256/8]}}} | spec.linkerd.cniConfig.ignoreSubnets[0]",
                "{linkerd: {cniConfig: {iptablesMode: nftables}}} | spec.linkerd.cniConfig.iptablesMode",
                "{linkerd: {cniConfig: {proxyPort: 1}}} | unknown field \"spec.linkerd.cniConfig.proxyPort\"",
                "{webhook: {replica: 3}} | unknown field \"spec.webhook.replica\"",
            })
    void whatCannotBeIsRefusedWithTheField(String spec, String message) throws IOException {
        var answer = dryRun(new YAMLMapper().readTree(spec).toString());

        assertThat(answer.status()).as(answer.body()).isIn(400, 422);
        assertThat(JSON.readTree(answer.body()).path("message").asText()).contains(message);
    }

    @Test
    void thereIsOneAndItHasItsName() throws IOException {
        var answer = SERVED.dryRun("mesh", "{}");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("there is one LinkerdMultus in a cluster, and it is called cluster");
    }

    @Test
    void kubectlExplainsEveryField() throws IOException, InterruptedException {
        assertThat(KIND.undescribed()).containsExactly(".metadata");
        assertThat(SERVED.server().kubectl().run("explain", "linkerdmultus.spec.webhook"))
                .contains("failurePolicy", "in front of meshed", "timeoutSeconds");
    }

    private static Map<String, String> operand(OperandSpec spec, Rendering.Platform platform) {
        return Objects.byName(new Operand(spec, NAMESPACE, BundleImages.NONE)
                .objects(new Rendering(platform)).orElseThrow().stream().map(JSON::<JsonNode>valueToTree));
    }

    private static OperandSpec spec(JsonNode object) {
        return SERIALIZATION.convertValue(object.path("spec"), OperandSpec.class);
    }

    private static ApiResponse dryRun(String spec) throws IOException {
        return SERVED.dryRun("cluster", spec);
    }
}
