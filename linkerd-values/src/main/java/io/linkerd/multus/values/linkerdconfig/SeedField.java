// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValuesPath;
import java.util.List;

/** A field that this kind had in 2019, and the place in today's values of Linkerd that it is a name of. */
public enum SeedField {
    CLUSTER_DOMAIN("global.clusterDomain", SeedForm.TEXT, "clusterDomain"),
    CNI_ENABLED("global.cniEnabled", SeedForm.FLAG, "cniEnabled"),
    VERSION("global.version", SeedForm.TEXT, "linkerdVersion"),
    TRUST_DOMAIN("global.identityContext.trustDomain", SeedForm.TEXT, "identityTrustDomain"),
    TRUST_ANCHORS("global.identityContext.trustAnchorsPEM", SeedForm.TEXT, "identityTrustAnchorsPEM"),
    ISSUANCE_LIFETIME("global.identityContext.issuanceLifeTime", SeedForm.DURATION, "identity.issuer.issuanceLifetime"),
    CLOCK_SKEW("global.identityContext.clockSkewAllowance", SeedForm.DURATION, "identity.issuer.clockSkewAllowance"),
    SCHEME("global.identityContext.scheme", SeedForm.TEXT, "identity.issuer.scheme"),
    ADMIN_PORT("proxy.adminPort", SeedForm.WHOLE, "proxy.ports.admin"),
    CONTROL_PORT("proxy.controlPort", SeedForm.WHOLE, "proxy.ports.control"),
    INBOUND_PORT("proxy.inboundPort", SeedForm.WHOLE, "proxy.ports.inbound"),
    OUTBOUND_PORT("proxy.outboundPort", SeedForm.WHOLE, "proxy.ports.outbound"),
    DISABLE_EXTERNAL_PROFILES("proxy.disableExternalProfiles", SeedForm.OPPOSITE, "proxy.enableExternalProfiles"),
    LOG_LEVEL("proxy.logLevel", SeedForm.TEXT, "proxy.logLevel"),
    IMAGE_NAME("proxy.proxyImage.name", SeedForm.TEXT, "proxy.image.name"),
    IMAGE_PULL_POLICY("proxy.proxyImage.pullPolicy", SeedForm.TEXT, "proxy.image.pullPolicy"),
    PROXY_VERSION("proxy.proxyVersion", SeedForm.TEXT, "proxy.image.version"),
    PROXY_UID("proxy.proxyUID", SeedForm.WHOLE, "proxy.uid"),
    CPU_LIMIT("proxy.resource.limits.cpu", SeedForm.AMOUNT, "proxy.resources.cpu.limit"),
    CPU_REQUEST("proxy.resource.requests.cpu", SeedForm.AMOUNT, "proxy.resources.cpu.request"),
    MEMORY_LIMIT("proxy.resource.limits.memory", SeedForm.AMOUNT, "proxy.resources.memory.limit"),
    MEMORY_REQUEST("proxy.resource.requests.memory", SeedForm.AMOUNT, "proxy.resources.memory.request"),
    STORAGE_LIMIT(
            "proxy.resource.limits.ephemeral-storage", SeedForm.AMOUNT, "proxy.resources.ephemeral-storage.limit"),
    STORAGE_REQUEST(
            "proxy.resource.requests.ephemeral-storage", SeedForm.AMOUNT, "proxy.resources.ephemeral-storage.request"),
    IGNORE_INBOUND_PORTS("proxy.ignoreInboundPorts", SeedForm.JOINED, "proxyInit.ignoreInboundPorts"),
    IGNORE_OUTBOUND_PORTS("proxy.ignoreOutboundPorts", SeedForm.JOINED, "proxyInit.ignoreOutboundPorts");

    private final String field;
    private final SeedForm form;
    private final String path;

    SeedField(String field, SeedForm form, String path) {
        this.field = field;
        this.form = form;
        this.path = path;
    }

    /** {@return where it is below {@code spec}, with dots between the names} */
    public String field() {
        return field;
    }

    /** {@return what it is a name of} */
    public ValuesPath path() {
        return ValuesPath.of(path.split("\\."));
    }

    List<String> names() {
        return List.of(field.split("\\."));
    }

    SeedForm form() {
        return form;
    }
}
