// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.json;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.problems;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.certificates.TestCertificates;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkerdConfigJudgeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'proxy':{'adminPort':0}} | spec.proxy.adminPort: has to be a port from 1 to 65535, without quotes, and is 0
            {'proxy':{'adminPort':'65536'}} | spec.proxy.adminPort: has to be a port from 1 to 65535, without quotes, and is 65536
            {'values':{'proxy':{'ports':{'admin':'4191'}}}} | spec.values.proxy.ports.admin: has to be a port from 1 to 65535, without quotes, and is "4191"
            {'values':{'proxy':{'ports':{'admin':4191.5}}}} | spec.values.proxy.ports.admin: has to be a port from 1 to 65535, without quotes, and is 4191.5
            {'proxy':{'adminPort':4143,'inboundPort':'4143'}} | spec.proxy.inboundPort: 4143 is used twice: spec.proxy.adminPort has it, too; the proxy listens on four ports
            {'values':{'proxy':{'ports':{'control':4140}}},'proxy':{'outboundPort':4140}} | spec.proxy.outboundPort: 4140 is used twice: spec.values.proxy.ports.control has it, too; the proxy listens on four ports
            {'proxy':{'proxyUID':0}} | spec.proxy.proxyUID: has to be a user id from 1 to 2147483647, without quotes, and is 0
            {'proxy':{'proxyUID':2147483648}} | spec.proxy.proxyUID: has to be a user id from 1 to 2147483647, without quotes, and is 2147483648
            {'values':{'proxy':{'uid':'2102'}}} | spec.values.proxy.uid: has to be a user id from 1 to 2147483647, without quotes, and is "2102"
            {'proxy':{'proxyUID':65534}} | spec.proxy.proxyUID: 65534 is the user id of Linkerd's network validator, which would send past the proxy and let no pod start; choose another one
            {'values':{'proxy':{'uid':1001},'networkValidator':{'securityContext':{'runAsUser':1001}}}} | spec.values.proxy.uid: 1001 is the user id of Linkerd's network validator, which would send past the proxy and let no pod start; choose another one
            {'global':{'cniEnabled':false},'proxy':{'proxyUID':1000680001}} | spec.proxy.proxyUID: linkerd-init cannot read a user id from 1000000 on; set cniEnabled, or choose a lower one
            {'values':{'cniEnabled':false,'proxy':{'uid':1000000}}} | spec.values.proxy.uid: linkerd-init cannot read a user id from 1000000 on; set cniEnabled, or choose a lower one
            {'global':{'clusterDomain':'Cluster Local'}} | spec.global.clusterDomain: has to be the name of a domain like cluster.local, and is "Cluster Local"
            {'global':{'identityContext':{'scheme':'tls'}}} | spec.global.identityContext.scheme: has to be one of linkerd.io/tls, kubernetes.io/tls, in quotes, and is "tls"
            {'global':{'identityContext':{'issuanceLifeTime':'86400'}}} | spec.global.identityContext.issuanceLifeTime: has to be a length of time like 24h, 1h30m or 86400s, in quotes, and is "86400"
            {'global':{'identityContext':{'issuanceLifeTime':'-1h'}}} | spec.global.identityContext.issuanceLifeTime: has to be a length of time like 24h, 1h30m or 86400s, in quotes, and is "-1h"
            {'global':{'identityContext':{'clockSkewAllowance':'0s'}}} | spec.global.identityContext.clockSkewAllowance: has to be a length of time like 24h, 1h30m or 86400s, in quotes, and is "0s"
            {'values':{'proxy':{'outboundConnectTimeout':'1m30s'}}} | spec.values.proxy.outboundConnectTimeout: has to be one number with ms, s, m, h or d, as in 1000ms, in quotes, and is "1m30s"
            {'proxy':{'logLevel':'warn,linkerd=inof'}} | spec.proxy.logLevel: has to be level, target, or target=level, with commas between, as in warn,linkerd=info; levels are error, warn, info, debug, trace and off, and is "warn,linkerd=inof"
            {'values':{'proxy':{'logHTTPHeaders':false}}} | spec.values.proxy.logHTTPHeaders: has to be one of off, insecure, "", in quotes, and is false
            {'values':{'proxy':{'defaultInboundPolicy':'bogus'}}} | spec.values.proxy.defaultInboundPolicy: has to be one of all-unauthenticated, all-authenticated, cluster-unauthenticated, cluster-authenticated, deny, audit, in quotes, and is "bogus"
            {'values':{'proxyInit':{'iptablesMode':'plain'}}} | spec.values.proxyInit.iptablesMode: has to be one of nft, legacy, in quotes, and is "plain"
            {'values':{'linkerdVersion':1.1}} | spec.values.linkerdVersion: has to be a text in quotes, and is 1.1
            {'values':{'cniEnabled':'yes'}} | spec.values.cniEnabled: has to be true or false, without quotes, and is "yes"
            {'values':{'proxy':{'await':null}}} | spec.values.proxy.await: has to be true or false, without quotes, and is null
            {'proxy':{'ignoreInboundPorts':['25','443-22']}} | spec.proxy.ignoreInboundPorts: "443-22" is neither a port from 1 to 65535 nor a range of them like 8000-8100
            {'values':{'proxyInit':{'ignoreOutboundPorts':'http'}}} | spec.values.proxyInit.ignoreOutboundPorts: "http" is neither a port from 1 to 65535 nor a range of them like 8000-8100
            {'proxy':{'resource':{'limits':{'memory':'lots'}}}} | spec.proxy.resource.limits.memory: has to be a quantity like 100m or 250Mi, and is "lots"
            {'proxy':{'resource':{'limits':{'cpu':1},'requests':{'cpu':'1500m'}}}} | spec.proxy.resource.requests.cpu: "1500m" is more than the limit of "1", and every injected pod would be refused
            {'values':{'proxy':null}} | spec.values.proxy: is a section of Linkerd's values and cannot be replaced; write the fields in it that have to hold
            {'values':{'identity':'x'}} | spec.values.identity: is a section of Linkerd's values and cannot be replaced; write the fields in it that have to hold
            {'values':{'proxy':{'logLevel':{'a':1}}}} | spec.values.proxy.logLevel.a: is below proxy.logLevel, which is one value and no section
            {'values':{'proxy':{'loglevel':'warn'}}} | spec.values.proxy.loglevel: is read by Linkerd as proxy.logLevel; write it so, or it is there twice
            {'values':{'':1}} | spec.values.: has a name that no value of Linkerd's has: an empty one, one with control characters, or one longer than 253
            {'values':{'a':1e999999}} | spec.values.a: is a number of more than 40 digits, which Linkerd cannot hold
            {'controlPlaneNamespace':'a.b'} | spec.controlPlaneNamespace: no namespace can be called "a.b"
            {'configMap':'A'} | spec.configMap: no ConfigMap can be called "A"
            """)
    void whatCannotHoldIsToldWithItsFieldAndWhatToDo(String spec, String problem) {
        assertThat(problems(spec)).containsExactly(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'values':{'proxy':{'logLevel':'warn,linkerd=info,hickory=error'}}}",
                "{'values':{'proxy':{'logLevel':'linkerd'}}}",
                "{'values':{'proxy':{'logLevel':'linker2d_proxy,std::option'}}}",
                "{'values':{'proxy':{'logLevel':'INFO,linkerd_app[accept{client.addr=1}]=trace,[{headers}]=off'}}}",
                "{'values':{'proxy':{'logHTTPHeaders':'off','defaultInboundPolicy':'deny','outboundConnectTimeout':'1000ms'}}}",
                "{'values':{'proxy':{'opaquePorts':'25,587,3306,80-90','resources':{'cpu':{'limit':'','request':0.1}}}}}",
                "{'values':{'proxy':{'uid':65534},'networkValidator':{'securityContext':{'runAsUser':65533}}}}",
                "{'values':{'cniEnabled':true,'proxy':{'uid':1000680001}}}",
                "{'values':{'cniEnabled':false,'proxy':{'uid':999999}}}",
                "{'values':{'proxy':{'uid':1000680001}}}",
                "{'values':{'identity':{'issuer':{'clockSkewAllowance':'20s','issuanceLifetime':'1h30m'}}}}",
                "{'values':{'podAnnotations':{'example.com/a.b':'x'},'tolerations':[],'commonLabels':null}}",
                "{'values':{'proxyInit':{'ignoreInboundPorts':''},'imagePullPolicy':'Always'}}",
                "{'values':{'proxy':{'resources':{'memory':{'limit':'1Gi','request':'1024Mi'}}}}}"
            })
    void whatLinkerdTakesIsTaken(String spec) {
        assertThat(problems(spec)).isEmpty();
    }

    /** As Linkerd's own CLI has them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bad%name",
                "linkerd2%proxy=debug",
                "linkerd=foobar",
                "warn,",
                ",",
                "warn linkerd=info",
                "=info"
            })
    void aLogLevelThatTheProxyCannotReadIsRefused(String level) {
        assertThat(problems("{'values':{'proxy':{'logLevel':'" + level + "'}}}"))
                .hasSize(1);
    }

    @Test
    void aPrivateKeyIsRefusedAndNotRepeated() {
        var key = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----\n";

        assertThat(problems("{'values':{'identity':{'issuer':{'tls':{'keyPEM':" + json(key) + "}}}}}"))
                .singleElement()
                .asString()
                .startsWith("spec.values.identity.issuer.tls.keyPEM: is a private key")
                .doesNotContain("MHcCAQEE");
        assertThat(problems("{'values':{'identityTrustAnchorsPEM':" + json(TestCertificates.GOOD + key) + "}}"))
                .singleElement()
                .asString()
                .startsWith("spec.values.identityTrustAnchorsPEM: holds a private key")
                .doesNotContain("MHcCAQEE");
    }

    @Test
    void certificatesThatEndedOrAreTooWeakAreRefused() {
        assertThat(anchors(TestCertificates.GOOD)).isEmpty();
        assertThat(anchors("# our root\n" + TestCertificates.GOOD + TestCertificates.RSA_2048))
                .isEmpty();
        assertThat(anchors(TestCertificates.RSA_1024)).contains("the certificate has an RSA key of 1024 bits");
        assertThat(anchors(TestCertificates.EC_224)).contains("has a key on a curve of 224 bits");
        assertThat(anchors(TestCertificates.GOOD + TestCertificates.SHA1))
                .contains("certificate 2 is signed with SHA1WITHECDSA, which is too weak");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        PEM | none begins
        -----BEGIN CERTIFICATE-----\\nMIIB | one of them does not end
        -----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE----- | the certificate cannot be read
        -----BEGIN CERTIFICATE-----\\n!\\n-----END CERTIFICATE----- | the certificate cannot be read
        -----BEGIN CERTIFICATE REQUEST-----\\nMIIB\\n-----END CERTIFICATE REQUEST----- | is a certificate request
        """)
    void whatIsNoCertificateIsRefused(String pem, String problem) {
        assertThat(problems("{'global':{'identityContext':{'trustAnchorsPEM':'" + pem + "'}}}"))
                .singleElement()
                .asString()
                .startsWith("spec.global.identityContext.trustAnchorsPEM: ")
                .contains(problem);
    }

    @Test
    void certificatesAreJudgedByTheTimeOfTheLook() {
        var spec = spec("{'values':{'identityTrustAnchorsPEM':" + json(TestCertificates.GOOD) + "}}");

        assertThat(LinkerdConfigJudge.problems(spec, Instant.parse("2200-01-01T00:00:00Z")))
                .singleElement()
                .asString()
                .contains("the certificate ended on 2126-", "CN=root.linkerd.cluster.local");
        assertThat(LinkerdConfigJudge.problems(spec, Instant.parse("2020-01-01T00:00:00Z")))
                .singleElement()
                .asString()
                .contains("the certificate begins on 2026-");
    }

    @Test
    void textsAreBounded() {
        assertThat(problems("{'values':{'a':'" + "x".repeat(70_000) + "'}}"))
                .singleElement()
                .asString()
                .startsWith("spec: has texts of 70000 characters");
        assertThat(problems("{'values':{'a':'" + "x".repeat(65_536) + "'}}")).isEmpty();
    }

    /** Certificates are kept apart from other values, and in lists names take room as well. */
    @Test
    void allTextsTogetherAreBounded() {
        var comment = "# " + "x".repeat(40_000) + "\n";
        assertThat(problems("{'values':{'a':'" + "x".repeat(40_000) + "','identityTrustAnchorsPEM':"
                        + json(comment + TestCertificates.GOOD) + "}}"))
                .singleElement()
                .asString()
                .startsWith("spec: has texts of 8");
        var env = "{'name':'" + "x".repeat(9_996) + "'}";
        assertThat(problems("{'values':{'proxy':{'additionalEnv':["
                        + String.join(",", env, env, env, env, env, env, env) + "]}}}"))
                .singleElement()
                .asString()
                .startsWith("spec: has texts of 70000 characters");
    }

    @Test
    void moreCertificatesThanAMeshHasAreRefused() {
        assertThat(anchors(TestCertificates.GOOD.repeat(64))).isEmpty();
        assertThat(anchors(TestCertificates.GOOD.repeat(65))).contains("has more than 64 certificates");
    }

    private static String anchors(String pem) {
        return String.join("\n", problems("{'values':{'identityTrustAnchorsPEM':" + json(pem) + "}}"));
    }
}
