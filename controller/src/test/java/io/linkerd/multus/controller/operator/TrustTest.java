// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustTest {
    /** From 2026-01-01 on, for 365 days. */
    private static final String FIRST =
            pem("MIIBUjCB+qADAgECAghf5xLDe0CKNDAKBggqhkjOPQQDAjAWMRQwEgYDVQQDEwthdXRob3JpdHkgMTAeFw0yNjAxMD"
                    + "EwMDAwMDBaFw0yNzAxMDEwMDAwMDBaMBYxFDASBgNVBAMTC2F1dGhvcml0eSAxMFkwEwYHKoZIzj0CAQYIKoZIzj0D"
                    + "AQcDQgAEqfKA8ZW158984xoTez9eKJBveBAykwlkpa8BAq/xYzH7KMS/CvMQulcmpvY3UoXm43DNw0ZookHahsDwf3"
                    + "IZ0KMyMDAwHQYDVR0OBBYEFFH1wDV3zscVxkYTprjHpqlB2ZMDMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID"
                    + "RwAwRAIgQibALAXVH+MaGJbrR3jdNBZn6hAsFqZ4CFO6auiLF9gCIA4xxDVFqSeu29n+YwgutS9HghhMbMr+Bj2vit"
                    + "SA7eBl");

    /** From 2026-02-01 on, for 365 days. */
    private static final String SECOND =
            pem("MIIBVDCB+6ADAgECAgkA00HierrLTdMwCgYIKoZIzj0EAwIwFjEUMBIGA1UEAxMLYXV0aG9yaXR5IDIwHhcNMjYwMj"
                    + "AxMDAwMDAwWhcNMjcwMjAxMDAwMDAwWjAWMRQwEgYDVQQDEwthdXRob3JpdHkgMjBZMBMGByqGSM49AgEGCCqGSM49"
                    + "AwEHA0IABDN+cniqfId2ceXSlkNZ0itG4cvhJ95Sk9tzXDzBB/dC6gc1azWnuHRU4WKct2QbMVc/RFm22Ro1FmuXI5"
                    + "VjrTajMjAwMB0GA1UdDgQWBBS0wUJS6rt2QgsTeLANYvcRrhdYmDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMC"
                    + "A0gAMEUCIQC/Q2Fx32sak8m7o62yABwoE6G0Npv/1hwtNWDrlDoKNQIgBfxFDL9pj+j3pY833TZgprDVtjgd73dS0Y"
                    + "sxE5N5IOA=");

    private static final Instant FIRST_ENDS = Instant.parse("2027-01-01T00:00:00Z");
    private static final Instant SECOND_ENDS = Instant.parse("2027-02-01T00:00:00Z");

    private static String pem(String base64) {
        return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
    }

    /** {@return a configuration with a webhook for each of these} */
    private static GenericKubernetesResource configuration(String... pems) {
        return of(Arrays.stream(pems)
                .map(pem -> Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))
                .toArray(String[]::new));
    }

    private static GenericKubernetesResource of(String... bundles) {
        return object(Arrays.stream(bundles)
                .map("{clientConfig: {caBundle: '%s'}}"::formatted)
                .collect(Collectors.joining(", ", "{webhooks: [", "]}")));
    }

    private static GenericKubernetesResource object(String yaml) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    @Test
    void endsWithTheOnlyAuthority() {
        assertThat(Trust.of(List.of(configuration(FIRST, FIRST), configuration(FIRST))))
                .contains(new Trust(1, FIRST_ENDS, FIRST_ENDS));
    }

    @Test
    void whileOneFollowsTheOtherItEndsWithTheLast() {
        assertThat(Trust.of(List.of(configuration(FIRST + SECOND)))).contains(new Trust(2, FIRST_ENDS, SECOND_ENDS));
    }

    /** The pods' configuration has the new one, and somebody keeps it from that of the attachments. */
    @Test
    void endsWhereTheFirstConfigurationTrustsNobodyAnyMore() {
        assertThat(Trust.of(List.of(configuration(FIRST + SECOND), configuration(FIRST))))
                .contains(new Trust(2, FIRST_ENDS, FIRST_ENDS));
    }

    @Test
    void isAbsentWhereNobodyIsAsked() {
        assertThat(Trust.of(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{webhooks: x}",
                "{webhooks: []}",
                "{webhooks: [x]}",
                "{webhooks: [{clientConfig: x}]}",
                "{webhooks: [{clientConfig: {url: 'https://a'}}]}",
                "{webhooks: [{clientConfig: {caBundle: '%%%'}}]}",
                "{webhooks: [{clientConfig: {caBundle: 'bm8gY2VydGlmaWNhdGU='}}]}",
                "{webhooks: [{clientConfig: {caBundle: ''}}]}"
            })
    void isAbsentWhereOneOfThemTrustsNobody(String yaml) {
        var one = object(yaml);

        assertThat(Trust.of(List.of(one))).isEqualTo(Optional.empty());
        if (yaml.contains("{c")) {
            assertThat(Trust.of(List.of(configuration(FIRST), one))).isEmpty();
        }
    }
}
