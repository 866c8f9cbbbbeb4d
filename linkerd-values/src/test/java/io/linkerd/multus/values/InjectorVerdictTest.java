// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.HelmValues.HELM;
import static io.linkerd.multus.values.Values.helm;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectorVerdictTest {

    /** A text, and what is in the reason for which the injector denies everything. */
    record Denied(String text, String reason) {}

    private static final List<Denied> DENIED = List.of(
            new Denied(helm("uid: 2102", "uid: \"2102\""), "proxy.uid is not a whole number"),
            new Denied(helm("await: true", "await: \"false\""), "proxy.await is not true or false"),
            new Denied(helm("admin: 4191", "admin: 2147483648"), "proxy.ports.admin is not a whole number of 32 bits"),
            new Denied(
                    helm("failureThreshold: 120", "failureThreshold: -1"), "not a whole number that is not negative"),
            new Denied(helm("uid: 2102", "uid: 2102.5"), "proxy.uid"),
            new Denied(helm("uid: 2102", "UID: x"), "proxy.UID"),
            new Denied(helm("uid: 2102", "uid: 9223372036854775808"), "proxy.uid"),
            new Denied(helm("  uid: 2102", "  additionalEnv: {a: 1}"), "proxy.additionalEnv is not a list"),
            new Denied(
                    helm("imagePullSecrets: []", "imagePullSecrets: [{name: a}, b]"),
                    "imagePullSecrets is not a mapping"),
            new Denied(helm("name: cr.l5d.io/linkerd/proxy", "name: [a]"), "proxy.image.name is not a string"),
            new Denied(helm("tolerations:", "podAnnotations:"), "podAnnotations is not a mapping"),
            new Denied(helm("uid: 2102", "\tuid: 2102"), "a tab where only blanks may indent"),
            new Denied("%YAML 1.2\n---\n" + HELM, "1.1"),
            new Denied("text", "no mapping"),
            new Denied(helm("logHTTPHeaders: \"off\"", "logHTTPHeaders: off"), "logHTTPHeaders"),
            new Denied(helm("logHTTPHeaders: \"off\"", "logHTTPHeaders: all"), "logHTTPHeaders"),
            new Denied(
                    helm("cniEnabled: true", "cniEnabled: false")
                            .replace("mode: nft", "")
                            .replace("iptablesMode: nft", "iptablesMode: plain"),
                    "iptablesMode"),
            new Denied(helm("cniEnabled: true", "cniEnabled: no").replace("  iptablesMode: nft\n", ""), "iptablesMode"),
            new Denied(
                    helm("cniEnabled: true", "cniEnabled: false")
                            .replace("iptablesMode: nft", "iptablesMode: nft\n  closeWaitTimeoutSecs: 5"),
                    "runAsRoot"),
            new Denied(helm("10.0.0.0/8,", "10.0.0.0/8, "), "clusterNetworks"),
            new Denied(helm("10.0.0.0/8,", "10.0.0.0,"), "clusterNetworks"),
            new Denied(helm("  uid: 2102", "  tracing: {enabled: true}"), "proxy.tracing"),
            new Denied(helm("  uid: 2102", "  tracing: {enabled: true, collector: {endpoint: a}}"), "proxy.tracing"),
            new Denied(
                    helm(
                            "ports:\n    admin: 4191\n    control: 4190\n    inbound: 4143\n    outbound: 4140",
                            "ports: null"),
                    "proxy.ports is missing"),
            new Denied(helm("metrics:\n    hostnameLabels: false", "metrics: null"), "proxy.metrics is missing"),
            new Denied(
                    helm("metrics:\n    hostnameLabels: false", "tracing:\n    enabled: false"),
                    "proxy.metrics is missing"),
            new Denied(
                    helm("10.0.0.0/8,100.64.0.0/10,172.16.0.0/12,192.168.0.0/16,fd00::/8", "\",\""), "clusterNetworks"),
            new Denied(
                    HELM + "proxyInjector: {namespaceSelector: a}\n",
                    "proxyInjector.namespaceSelector is not a mapping"),
            new Denied(
                    helm("resources:\n    cpu:\n      limit: \"\"\n      request: \"\"", "resources: null"),
                    "proxy.resources"),
            new Denied(helm("startupProbe:\n    failureThreshold: 120", "startupProbe: null"), "proxy.startupProbe"),
            new Denied(
                    helm("networkValidator:\n  logLevel: debug\n  timeout: 10s\n", ""), "networkValidator is missing"));

    /** Bounds of our reader alone. */
    private static final List<Denied> NOT_JUDGED = List.of(
            new Denied("a: {" + "b: c, ".repeat(50_000) + "}\n", "more than 100000 values"),
            new Denied("[".repeat(102) + "]".repeat(102), "nested deeper than 100 levels"),
            new Denied("a: |\t\n  b\n".repeat(51), "more than 50 tabs within tokens"),
            new Denied("a: " + "x".repeat(1 << 20), "longer than 1048576 characters"));

    private static final List<String> UNMESHED = List.of(
            "",
            "null\n",
            "global:\n  proxy: {}\n",
            HELM.replace("\nproxy:", "\nproxies:"),
            HELM.replace("\nproxyInit:", "\nproxyIni:"),
            HELM.replace("\nidentity:", "\nidentities:"),
            helm("image:\n    name: cr.l5d.io/linkerd/proxy\n    version: \"\"", "image: null"));

    private static final List<String> FINE = List.of(
            HELM,
            helm("uid: 2102", "uid: 2102.0"),
            helm("uid: 2102", "uid: 1e3"),
            helm("uid: 2102", "UID: 010"),
            helm("uid: 2102", "uidd: true"),
            helm("uid: 2102", "uid: 9223372036854775807"),
            helm("admin: 4191", "admin: 2147483647"),
            helm("admin: 4191", "admin: -2147483648"),
            helm(
                    "  uid: 2102",
                    "  tracing: {enabled: true, collector: {endpoint: a, meshIdentity: {serviceAccountName: b}}}"),
            helm("await: true", "await: on"),
            helm("logHTTPHeaders: \"off\"", "logHTTPHeaders: insecure"),
            helm("version: \"\"", "version: 1.10"),
            helm("uid: 2102", "uid: 1000680001"),
            helm("iptablesMode: nft", "iptablesMode: plain"),
            // as Linkerd 2.17 and 2.15 have it
            helm("  metrics:\n    hostnameLabels: false\n", ""),
            helm("  metrics:\n    hostnameLabels: false\n", "")
                    .replace("  startupProbe:\n    failureThreshold: 120\n", ""),
            HELM
                    + "networkValidator: {timeout: 5s, enableSecurityContext: true}\n"
                    + "controlPlaneTracing: {enabled: true}\n",
            helm("nativeSidecar: true", "nativeSidecar: false")
                    .replace("  startupProbe:\n    failureThreshold: 120\n", ""));

    @Test
    void aTextThatWouldDenyEveryPodIsToldWithItsReason() {
        assertThat(DENIED)
                .allSatisfy(denied -> assertThat(InjectorVerdict.of(denied.text()))
                        .isInstanceOfSatisfying(
                                InjectorVerdict.DeniesAll.class,
                                verdict -> assertThat(verdict.reason()).contains(denied.reason())));
    }

    /** Each was said to deny every pod, and Linkerd's injector takes it. */
    @Test
    void aTextBeyondABoundOfOursIsNotSaidToBeDenied() {
        assertThat(NOT_JUDGED)
                .allSatisfy(text -> assertThat(InjectorVerdict.of(text.text()))
                        .isInstanceOfSatisfying(
                                InjectorVerdict.NotJudged.class,
                                verdict -> assertThat(verdict.reason()).isEqualTo(text.reason())));
    }

    /** 99 of 100 values come of aliases, which go-yaml refuses; without that bound of its, ours would be met. */
    @Test
    void aTextThatGrowsByAliasesIsDenied() {
        var bomb = new StringBuilder("a0: &a0 [1]\n");
        for (int level = 1; level < 40; level++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(level, level, level - 1, level - 1));
        }

        assertThat(InjectorVerdict.of(bomb.toString()))
                .isInstanceOfSatisfying(
                        InjectorVerdict.DeniesAll.class,
                        verdict -> assertThat(verdict.reason()).isEqualTo("excessive aliasing"));
    }

    @Test
    void aTextThatWouldLetPodsStartUnmeshedIsTold() {
        assertThat(UNMESHED)
                .allSatisfy(text -> assertThat(InjectorVerdict.of(text)).isInstanceOf(InjectorVerdict.Unmeshed.class));
    }

    @Test
    void aTextThatTheInjectorTakesIsFine() {
        assertThat(FINE).allSatisfy(text -> assertThat(InjectorVerdict.of(text)).isEqualTo(new InjectorVerdict.Fine()));
    }

    /** Linkerd 2.10 and 2.11 have neither the mode nor a network validator; their values were said to deny every pod. */
    @Test
    void valuesOfAVersionWithoutAnIptablesModeAreFineWithoutCni() {
        var ofLinkerd211 = HELM.replace("cniEnabled: true", "cniEnabled: false")
                .replace("linkerdVersion: edge-26.8.3", "linkerdVersion: stable-2.11.5")
                .replace("networkValidator:\n  logLevel: debug\n  timeout: 10s\n", "")
                .replace("  metrics:\n    hostnameLabels: false\n", "")
                .replace("  nativeSidecar: true\n", "")
                .replace("  startupProbe:\n    failureThreshold: 120\n", "")
                .replace("  iptablesMode: nft\n", "");

        assertThat(InjectorVerdict.of(ofLinkerd211)).isEqualTo(new InjectorVerdict.Fine());
        assertThat(InjectorVerdict.of(ofLinkerd211.replace("proxyInit:\n", "proxyInit:\n  iptablesMode: plain\n")))
                .as("what a version with a mode would deny")
                .isInstanceOf(InjectorVerdict.DeniesAll.class);
    }

    /** Names of the proxy's own servers, which its parser of the default policy does not know. */
    @ParameterizedTest
    @ValueSource(strings = {"all-tls-unauthenticated", "cluster-tls-unauthenticated"})
    void aPolicyThatALinkerdConfigMayNotWantStopsPods(String policy) {
        assertThat(InjectorVerdict.of(helm("uid: 2102", "defaultInboundPolicy: " + policy)))
                .isInstanceOf(InjectorVerdict.PodsFail.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all-authenticated",
                "all-unauthenticated",
                "audit",
                "cluster-authenticated",
                "cluster-unauthenticated",
                "deny"
            })
    void eachPolicyThatTheProxyKnowsIsFine(String policy) {
        assertThat(InjectorVerdict.of(helm("uid: 2102", "defaultInboundPolicy: " + policy)))
                .isEqualTo(new InjectorVerdict.Fine());
    }

    @Test
    void whatPassesAdmissionAndStopsPodsIsTold() {
        var withoutCni = helm("cniEnabled: true", "cniEnabled: false");
        for (var uid : List.of("1000680001", "1000000")) {
            assertThat(InjectorVerdict.of(withoutCni.replace("uid: 2102", "uid: " + uid)))
                    .isInstanceOf(InjectorVerdict.PodsFail.class);
        }
        assertThat(InjectorVerdict.of(withoutCni.replace("uid: 2102", "uid: 999999"))
                        .isFine())
                .isTrue();
        assertThat(InjectorVerdict.of(helm("uid: 2102", "defaultInboundPolicy: bogus")))
                .isInstanceOf(InjectorVerdict.PodsFail.class);
    }

    @Test
    void theLineIsToldWhereThePersonWroteIt() {
        assertThat(InjectorVerdict.of("proxy:\n  image: {}\n  uid: \"1\"\n"))
                .isEqualTo(new InjectorVerdict.DeniesAll(3, "proxy.uid is not a whole number of 64 bits"));
        assertThat(InjectorVerdict.of("proxy:\n  image: {}\nb:\n\tc: 1\n"))
                .isInstanceOfSatisfying(
                        InjectorVerdict.DeniesAll.class,
                        verdict -> assertThat(verdict.line()).isEqualTo(4));
    }
}
