// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.HelmValues.HELM;
import static io.linkerd.multus.values.Values.path;
import static io.linkerd.multus.values.Values.read;
import static io.linkerd.multus.values.Values.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.ValueTree.Elements;
import io.linkerd.multus.values.ValueTree.Flag;
import io.linkerd.multus.values.ValueTree.Members;
import io.linkerd.multus.values.ValueTree.Nothing;
import io.linkerd.multus.values.ValueTree.Number;
import io.linkerd.multus.values.ValueTree.Text;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static final Members EMPTY = Members.of(Map.of());

    /** A text, what is wanted at a path, and whether that is a difference. */
    record Row(String text, String path, ValueTree wanted, boolean differs) {}

    private static final List<Row> ROWS = List.of(
            new Row("proxy: {uid: 0x836}", "proxy.uid", Number.of(2102), false),
            new Row("proxy: {uid: 2102.0}", "proxy.uid", new Number(new BigDecimal("2.102e3")), false),
            new Row("proxy: {uid: 2102}", "proxy.uid", new Text("2102"), true),
            new Row("proxyInit: {ignoreInboundPorts: 4567}", "proxyInit.ignoreInboundPorts", new Text("4567"), false),
            new Row(
                    "proxyInit: {ignoreInboundPorts: \"4567\"}",
                    "proxyInit.ignoreInboundPorts",
                    Number.of(4567),
                    false),
            new Row("proxy: {logHTTPHeaders: off}", "proxy.logHTTPHeaders", new Text("off"), true),
            new Row("proxy: {image: {version: 1.10}}", "proxy.image.version", new Text("1.10"), true),
            new Row("proxy: {image: {version: 1.10}}", "proxy.image.version", new Text("1.1"), false),
            new Row("proxy: {await: yes}", "proxy.await", new Flag(true), false),
            new Row("proxy: {}", "proxy.await", new Flag(false), false),
            new Row("proxy: {await: null}", "proxy.await", new Flag(true), true),
            new Row("proxy: {}", "proxy.accessLog", new Text(""), false),
            new Row("proxy: {}", "proxy.securityContext", EMPTY, false),
            new Row("proxy: {securityContext: null}", "proxy.securityContext", new Nothing(), false),
            new Row("proxy: null", "proxy", EMPTY, true),
            new Row("tolerations: null", "tolerations", new Elements(List.of()), false),
            new Row("l: [1, 2]", "l", new Elements(List.of(Number.of(2), Number.of(1))), true),
            new Row("unknown: null", "unknown", new Nothing(), false),
            new Row("x: 1", "unknown", new Nothing(), false),
            new Row("x: 1", "unknown", new Text(""), true),
            new Row("Proxy: {UID: 5}", "proxy.uid", Number.of(5), false),
            new Row(
                    "proxy: {ports: {admin: 1, control: 2}}",
                    "proxy.ports",
                    Members.of(Map.of("admin", Number.of(1))),
                    false),
            new Row("proxy: {ports: {control: 2}}", "proxy.ports", Members.of(Map.of("admin", Number.of(1))), true),
            new Row("proxy: text", "proxy.uid", Number.of(1), true));

    @Test
    void valuesAreComparedAsLinkerdReadsThem() {
        assertThat(ROWS)
                .allSatisfy(row -> assertThat(Difference.of(wanted(row.path(), row.wanted()), read(row.text())))
                        .as(row.toString())
                        .hasSize(row.differs() ? 1 : 0));
    }

    @Test
    void ofAWantedMappingEachLeafIsTold() {
        var found = Difference.of(
                wanted(
                        "proxy",
                        Members.of(Map.of("uid", Number.of(1), "image", Members.of(Map.of("name", new Text("x")))))),
                read(HELM));
        assertThat(found)
                .extracting(Difference::words)
                .containsExactly(
                        "proxy.image.name is \"cr.l5d.io/linkerd/proxy\", wanted \"x\"", "proxy.uid is 2102, wanted 1");
    }

    @Test
    void secretsAreComparedAndNeverShown() {
        var secret = new Text("s3cret");
        for (var secretPath : List.of(
                "proxy.additionalEnv",
                "proxy.ExperimentalEnv",
                "identity.additionalEnv",
                "prometheusUrl",
                "identity.issuer.tls.keyPEM",
                "proxyInjector.keyPEM")) {
            var found = Difference.of(wanted(secretPath, secret), read(HELM));
            assertThat(found)
                    .singleElement()
                    .satisfies(difference -> assertThat(difference.words())
                            .isEqualTo(ValuesNames.canonical(path(secretPath)) + " differs"));
            assertThat(found.toString()).doesNotContain("s3cret");
        }
        assertThat(ValueWords.of(path("identity.issuer.tls"), Members.of(Map.of("keyPEM", secret))))
                .doesNotContain("s3cret");
        assertThat(ValueWords.isSecret(path("identity.issuer.tls.crtPEM"))).isFalse();
    }

    @Test
    void aLongValueIsShortened() {
        var items = new Elements(Collections.nCopies(1000, new Text("x".repeat(1000))));
        assertThat(ValueWords.of(path("l"), items)).hasSizeLessThan(200).endsWith("…");
        assertThat(ValueWords.of(path("l"), new Text("a\nb".repeat(1000))))
                .hasSizeLessThan(200)
                .doesNotContain("\n");
    }
}
