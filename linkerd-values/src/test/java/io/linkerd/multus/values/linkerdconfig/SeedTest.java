// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.problems;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What linkerd-config of 2019 did with its kind, and what is done with it today. */
class SeedTest {
    private static final Pattern ROW = Pattern.compile("\\| `((?:global|proxy)\\.[^`]+)` \\| `([^`]+)` \\|.*");

    /** Its sample, with all that it said. */
    private static final String SAMPLE = """
            {'global':{'clusterDomain':'mesh.local','cniEnabled':false,'configMap':'linkerd-config',
              'identityContext':{'trustDomain':'mesh.local','trustAnchorsPEM':'PEM','issuanceLifeTime':'86400s',
                'clockSkewAllowance':'20s','scheme':'linkerd.io/tls'},
              'linkerdNamespace':'mesh','omitWebhookSideEffects':false,'version':'edge-19.12.3'},
             'proxy':{'adminPort':4191,'controlPort':4190,'inboundPort':4143,'outboundPort':4140,
              'disableExternalProfiles':true,'logLevel':'warn,linkerd2_proxy=info',
              'proxyImage':{'name':'gcr.io/linkerd-io/proxy','pullPolicy':'IfNotPresent'},
              'proxyInitImage':{'name':'gcr.io/linkerd-io/proxy-init','pullPolicy':'IfNotPresent'},
              'proxyInitImageVersion':'v1.3.0','proxyVersion':'edge-19.12.3','proxyUID':2102,
              'resource':{'limits':{'cpu':1,'memory':'250Mi'},'requests':{'cpu':'100m','memory':'20Mi'}},
              'ignoreInboundPorts':['25','443-445'],'ignoreOutboundPorts':[3306]}}""";

    @Test
    void itsSampleIsTakenAsItIs() {
        assertThat(wanted(SAMPLE))
                .isEqualTo(Map.ofEntries(
                        Map.entry("clusterDomain", "mesh.local"),
                        Map.entry("cniEnabled", "false"),
                        Map.entry("linkerdVersion", "edge-19.12.3"),
                        Map.entry("identityTrustDomain", "mesh.local"),
                        Map.entry("identity.issuer.issuanceLifetime", "24h0m0s"),
                        Map.entry("identity.issuer.clockSkewAllowance", "20s"),
                        Map.entry("identity.issuer.scheme", "linkerd.io/tls"),
                        Map.entry("proxy.ports.admin", "4191"),
                        Map.entry("proxy.ports.control", "4190"),
                        Map.entry("proxy.ports.inbound", "4143"),
                        Map.entry("proxy.ports.outbound", "4140"),
                        Map.entry("proxy.enableExternalProfiles", "false"),
                        Map.entry("proxy.logLevel", "warn,linkerd2_proxy=info"),
                        Map.entry("proxy.image.name", "gcr.io/linkerd-io/proxy"),
                        Map.entry("proxy.image.pullPolicy", "IfNotPresent"),
                        Map.entry("proxy.image.version", "edge-19.12.3"),
                        Map.entry("proxy.uid", "2102"),
                        Map.entry("proxy.resources.cpu.limit", "1"),
                        Map.entry("proxy.resources.cpu.request", "100m"),
                        Map.entry("proxy.resources.memory.limit", "250Mi"),
                        Map.entry("proxy.resources.memory.request", "20Mi"),
                        Map.entry("proxyInit.ignoreInboundPorts", "25,443-445"),
                        Map.entry("proxyInit.ignoreOutboundPorts", "3306")));
        assertThat(spec(SAMPLE).controlPlaneNamespace()).isEqualTo("mesh");
        assertThat(spec(SAMPLE).trustAnchors())
                .hasValueSatisfying(anchors -> assertThat(anchors.pem()).isEqualTo("PEM"));
    }

    @Test
    void whatLinkerdHasNoPlaceForAnyMoreIsToldAndChangesNothing() {
        assertThat(spec(SAMPLE).homeless())
                .extracting(FieldProblem::field)
                .containsExactly(
                        "spec.global.omitWebhookSideEffects",
                        "spec.proxy.proxyInitImage.name",
                        "spec.proxy.proxyInitImage.pullPolicy",
                        "spec.proxy.proxyInitImageVersion");
        assertThat(spec("{'proxy':{'resource':{'limits':{'hugepages-2Mi':'4Mi','cpu':'1'}}}}")
                        .homeless())
                .extracting(FieldProblem::field)
                .containsExactly("spec.proxy.resource.limits.hugepages-2Mi");
    }

    /** It put IfNotPresent into the name of the image, where the pull policy was empty. */
    @Test
    void anEmptyPullPolicyBecomesNoImageName() {
        assertThat(wanted("{'proxy':{'proxyImage':{'name':'registry.example.com/proxy','pullPolicy':''}}}"))
                .isEqualTo(Map.of("proxy.image.name", "registry.example.com/proxy"));
    }

    /** It wrote cluster.local as trust domain beside a cluster domain of its own. */
    @Test
    void aClusterDomainAloneSaysNothingOfTheTrustDomain() {
        assertThat(wanted("{'global':{'clusterDomain':'mesh.local'}}"))
                .isEqualTo(Map.of("clusterDomain", "mesh.local"));
    }

    /** It sent empty texts for the resources of its objects to the ConfigMap. */
    @Test
    void resourcesReachLinkerdsValuesWithTheirAxesSwapped() {
        assertThat(wanted("{'proxy':{'resource':{'limits':{'memory':'250Mi'},'requests':{'memory':'20Mi',"
                        + "'ephemeral-storage':'1Gi'}}}}"))
                .isEqualTo(Map.of(
                        "proxy.resources.memory.limit", "250Mi",
                        "proxy.resources.memory.request", "20Mi",
                        "proxy.resources.ephemeral-storage.request", "1Gi"));
    }

    /** It refused objects without trust anchors and versions, and wrote defaults of 2019 for the rest. */
    @Test
    void whatIsNotWrittenIsNeitherRequiredNorWanted() {
        for (var empty :
                new String[] {"{}", "null", "{'global':{},'proxy':{},'values':{}}", "{'values':{'proxy':{}}}"}) {
            assertThat(wanted(empty)).isEmpty();
            assertThat(problems(empty)).isEmpty();
            assertThat(spec(empty).controlPlaneNamespace()).isEqualTo("linkerd");
            assertThat(spec(empty).configMap()).isEqualTo("linkerd-config");
            assertThat(spec(empty).mode()).isEqualTo(LinkerdConfigSpec.Mode.OBSERVE);
            assertThat(spec(empty).rollouts()).isEqualTo(RolloutSpec.NONE);
        }
    }

    /** It wrote the trust anchors into a ConfigMap from which Linkerd's injector does not take them today. */
    @Test
    void trustAnchorsAreLookedAtAndNeverWritten() {
        for (var written : new String[] {
            "{'global':{'identityContext':{'trustAnchorsPEM':'A'}}}",
            "{'values':{'identityTrustAnchorsPEM':'A'}}",
            "{'values':{'identityTrustAnchorsPEM':'A\\n'},'global':{'identityContext':{'trustAnchorsPEM':'A'}}}"
        }) {
            assertThat(spec(written).wanted()).isEmpty();
            assertThat(spec(written).problems()).isEmpty();
            assertThat(spec(written).trustAnchors()).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'proxy':{'adminPort':'4191'}} | proxy.ports.admin | 4191
            {'proxy':{'adminPort':4191}} | proxy.ports.admin | 4191
            {'proxy':{'proxyUID':'2102'}} | proxy.uid | 2102
            {'proxy':{'disableExternalProfiles':false}} | proxy.enableExternalProfiles | true
            {'proxy':{'resource':{'limits':{'cpu':0.5}}}} | proxy.resources.cpu.limit | 0.5
            {'proxy':{'resource':{'limits':{'cpu':1000}}}} | proxy.resources.cpu.limit | 1000
            {'proxy':{'ignoreInboundPorts':[]}} | proxyInit.ignoreInboundPorts | ``
            {'proxy':{'ignoreInboundPorts':[25,'443']}} | proxyInit.ignoreInboundPorts | 25,443
            {'global':{'identityContext':{'issuanceLifeTime':'24h'}}} | identity.issuer.issuanceLifetime | 24h0m0s
            {'global':{'identityContext':{'issuanceLifeTime':'0.5s'}}} | identity.issuer.issuanceLifetime | 500ms
            """)
    void portsAndAmountsMayBeTextsAndNumbers(String spec, String path, String value) {
        assertThat(wanted(spec)).isEqualTo(Map.of(path, value));
        assertThat(problems(spec)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'proxy':{'adminPort':'http'}} | spec.proxy.adminPort: has to be a whole number, and is "http"
            {'proxy':{'adminPort':'-1'}} | spec.proxy.adminPort: has to be a whole number, and is "-1"
            {'proxy':{'adminPort':{'port':4191}}} | spec.proxy.adminPort: has to be a whole number, and is a mapping
            {'global':{'cniEnabled':'yes'}} | spec.global.cniEnabled: has to be true or false, and is "yes"
            {'global':{'version':2.14}} | spec.global.version: has to be a text, in quotes, and is 2.14
            {'proxy':{'ignoreInboundPorts':'25'}} | spec.proxy.ignoreInboundPorts: has to be a list of ports, and is "25"
            {'proxy':{'resource':{'limits':{'cpu':[]}}}} | spec.proxy.resource.limits.cpu: has to be a quantity like 100m or 250Mi, and is a list
            """)
    void whatCannotBeReadIsToldByItsOwnName(String spec, String problem) {
        assertThat(problems(spec)).containsExactly(problem);
        assertThat(spec(spec).wanted()).isEmpty();
    }

    /** The namespace and the ConfigMap that it named are heeded, unless today's fields say something else. */
    @Test
    void twoPlacesForTheConfigMapAreRefused() {
        assertThat(problems("{'global':{'linkerdNamespace':'a','configMap':'b'},'controlPlaneNamespace':'a'}"))
                .isEmpty();
        assertThat(problems("{'global':{'linkerdNamespace':'a'},'controlPlaneNamespace':'b'}"))
                .containsExactly("spec.global.linkerdNamespace: is another one than spec.controlPlaneNamespace says;"
                        + " write one of them");
    }

    @ParameterizedTest
    @EnumSource
    void eachFieldHasItsOwnPlace(SeedField field) {
        assertThat(SeedField.values())
                .filteredOn(other ->
                        other.path().equals(field.path()) || other.field().equals(field.field()))
                .containsExactly(field);
    }

    @Test
    void theTableOfThePageIsTheOneThatIsFollowed() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "linkerdconfig.md"))
                        .lines()
                        .map(ROW::matcher)
                        .filter(Matcher::matches)
                        .map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyElementsOf(Stream.of(SeedField.values())
                        .map(field -> field.field() + " " + field.path())
                        .toList());
    }

    private static Map<String, String> wanted(String spec) {
        return spec(spec).wanted().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().toString(),
                        entry -> text(entry.getValue()),
                        (_, later) -> later,
                        TreeMap::new));
    }

    private static String text(ValueTree value) {
        return switch (value) {
            case ValueTree.Text(var text) -> text;
            case ValueTree.Number(var number) -> number.toPlainString();
            case ValueTree.Flag(var flag) -> String.valueOf(flag);
            case ValueTree.Nothing _, ValueTree.Elements _, ValueTree.Members _ -> value.toString();
        };
    }

    /** What is wanted is what the fields say, whichever of the two ways to say it is taken. */
    @Test
    void bothWaysToSayItAreOne() {
        assertThat(spec("{'values':{'proxy':{'ports':{'admin':4191},'enableExternalProfiles':true}}}")
                        .wanted())
                .isEqualTo(spec("{'proxy':{'adminPort':'4191','disableExternalProfiles':false}}")
                        .wanted());
        assertThat(spec("{'proxy':{'adminPort':1}}").fields())
                .isEqualTo(Map.of(ValuesPath.of("proxy", "ports", "admin"), "spec.proxy.adminPort"));
    }
}
