// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.InboundPolicies;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the values of Linkerd may be that are judged by themselves. Of all others, no more is known than that they are wanted. */
final class ValueRules {
    /** A value in the place of one of these panics Linkerd's injector, and new pods start without a proxy. */
    private static final Set<String> SECTIONS = Set.of(
            "proxy",
            "proxy.image",
            "proxy.ports",
            "proxy.resources",
            "proxy.resources.cpu",
            "proxy.resources.memory",
            "proxy.resources.ephemeral-storage",
            "proxy.metrics",
            "proxy.startupprobe",
            "proxyinit",
            "identity",
            "identity.issuer",
            "identity.issuer.tls",
            "networkvalidator",
            "debugcontainer",
            "debugcontainer.image");

    private static final String KEY = "keypem";
    private static final int LONGEST_NAME = 253;

    /** By the path in small letters: what it is called, and what it may be. */
    private static final Map<String, Rule> RULES = rules();

    private ValueRules() {}

    private record Rule(String path, ValueRule rule) {}

    /** {@return what is wrong with a wanted value, whatever else is wanted} */
    static List<String> problems(ValuesPath path, ValueTree value, Instant now) {
        var key = path.toString().toLowerCase(Locale.ROOT);
        if (path.names().getLast().equalsIgnoreCase(KEY)) {
            return List.of(
                    "is a private key, which Linkerd keeps in a Secret and never in this ConfigMap; take it out, and"
                            + " replace the key, since it has been sent");
        }
        if (path.names().stream().anyMatch(ValueRules::isNoName)) {
            return List.of(
                    "has a name that no value of Linkerd's has: an empty one, one with control characters, or one longer than "
                            + LONGEST_NAME);
        }
        if (SECTIONS.contains(key)) {
            return List.of(
                    "is a section of Linkerd's values and cannot be replaced; write the fields in it that have to hold");
        }
        var above = RULES.keySet().stream()
                .filter(rule -> key.startsWith(rule + "."))
                .findFirst();
        if (above.isPresent()) {
            return List.of("is below " + above.map(RULES::get).map(Rule::path).orElse("")
                    + ", which is one value and no section");
        }
        var found = RULES.get(key);
        if (found == null) {
            return List.of();
        }
        return found.path().equals(path.toString())
                ? found.rule().problems(value, now)
                : List.of("is read by Linkerd as " + found.path() + "; write it so, or it is there twice");
    }

    private static boolean isNoName(String name) {
        return name.isEmpty() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl);
    }

    private static Map<String, Rule> rules() {
        var rules = new TreeMap<String, Rule>();
        put(
                rules,
                ValueRule.text(),
                "linkerdVersion",
                "controllerImageVersion",
                "proxy.image.name",
                "proxy.image.version");
        put(rules, ValueRule.text(), "proxy.opaquePorts", "clusterNetworks");
        put(rules, ValueRule.domain(), "clusterDomain", "identityTrustDomain");
        put(rules, ValueRule.flag(), "cniEnabled", "disableIPv6", "proxy.await", "proxy.nativeSidecar");
        put(rules, ValueRule.flag(), "proxy.enableExternalProfiles", "proxy.enableShutdownEndpoint");
        put(rules, ValueRule.flag(), "identity.externalCA", "identity.serviceAccountTokenProjection");
        put(
                rules,
                ValueRule.flag(),
                "proxy.disableInboundProtocolDetectTimeout",
                "proxy.disableOutboundProtocolDetectTimeout");
        put(
                rules,
                ValueRule.port(),
                "proxy.ports.admin",
                "proxy.ports.control",
                "proxy.ports.inbound",
                "proxy.ports.outbound");
        put(rules, ValueRule.uid(), "proxy.uid");
        put(rules, ValueRule.logLevels(), "proxy.logLevel");
        put(rules, ValueRule.choice("plain", "json"), "proxy.logFormat", "controllerLogFormat");
        put(rules, ValueRule.choice("off", "insecure", ""), "proxy.logHTTPHeaders");
        put(rules, ValueRule.choice("error", "warn", "info", "debug", "trace"), "controllerLogLevel");
        put(rules, ValueRule.choice(InboundPolicies.KNOWN.toArray(String[]::new)), "proxy.defaultInboundPolicy");
        put(
                rules,
                ValueRule.choice("", "Always", "IfNotPresent", "Never"),
                "imagePullPolicy",
                "proxy.image.pullPolicy");
        put(rules, ValueRule.choice("linkerd.io/tls", "kubernetes.io/tls"), "identity.issuer.scheme");
        put(rules, ValueRule.choice("transport-header", "transparent"), "proxy.outboundTransportMode");
        put(rules, ValueRule.choice("nft", "legacy"), "proxyInit.iptablesMode");
        put(rules, ValueRule.goDuration(), "identity.issuer.issuanceLifetime", "identity.issuer.clockSkewAllowance");
        put(rules, ValueRule.proxyDuration(), "proxy.inboundConnectTimeout", "proxy.outboundConnectTimeout");
        put(
                rules,
                ValueRule.proxyDuration(),
                "proxy.inboundDiscoveryCacheUnusedTimeout",
                "proxy.outboundDiscoveryCacheUnusedTimeout");
        put(rules, ValueRule.ports(), "proxyInit.ignoreInboundPorts", "proxyInit.ignoreOutboundPorts");
        for (var resource : List.of("cpu", "memory", "ephemeral-storage")) {
            put(
                    rules,
                    ValueRule.amount(),
                    amount(resource, "limit").toString(),
                    amount(resource, "request").toString());
        }
        put(rules, ValueRule.certificates(), "identity.issuer.tls.crtPEM");
        return rules;
    }

    /** {@return the place of a limit or a request of the proxy's} */
    static ValuesPath amount(String resource, String axis) {
        return ValuesPath.of("proxy", "resources", resource, axis);
    }

    private static void put(Map<String, Rule> rules, ValueRule rule, String... paths) {
        for (var path : paths) {
            rules.put(path.toLowerCase(Locale.ROOT), new Rule(path, rule));
        }
    }
}
