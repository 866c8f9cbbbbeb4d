// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the operand's ConfigMap says to Linkerd's plugin, by the names that the values of Linkerd's CNI chart have. What is absent is as the
 * chart has it.
 *
 * @param proxyGid below 0: none
 * @param ignoreInboundPorts each a port, or a range like {@code 8000-8100}
 * @param ignoreOutboundPorts each a port, or a range
 * @param ignoreSubnets networks that may call past the proxy, like {@code 10.0.0.0/8}
 * @param portsToRedirect empty: all
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CniConfig(
        @Nullable Integer inboundProxyPort,
        @Nullable Integer outboundProxyPort,
        @JsonProperty("proxyUID") @Nullable Long proxyUid,
        @JsonProperty("proxyGID") @Nullable Long proxyGid,
        @Nullable Integer proxyAdminPort,
        @Nullable Integer proxyControlPort,
        @Nullable List<IntOrString> ignoreInboundPorts,
        @Nullable List<IntOrString> ignoreOutboundPorts,
        @Nullable List<String> ignoreSubnets,
        @Nullable List<Integer> portsToRedirect,
        @Nullable String iptablesMode,
        @JsonProperty("disableIPv6") @Nullable Boolean disableIpv6,
        @Nullable Boolean useWaitFlag,
        @Nullable String logLevel) {
    static final CniConfig NONE =
            new CniConfig(null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    private static final long NO_GROUP = -1;

    /** {@return the plugin's configuration, to the byte as the chart writes it} */
    String text() {
        return """
                {
                  "name": "linkerd-cni",
                  "type": "linkerd-cni",
                  "log_level": %s,
                  "kubernetes": {
                    "kubeconfig": "__KUBECONFIG_FILEPATH__"
                  },
                  "linkerd": {
                    %s
                  }
                }""".formatted(quoted(or(logLevel, "info")), linkerd().collect(Collectors.joining(",\n    ")));
    }

    private Stream<String> linkerd() {
        var fields = new ArrayList<String>();
        fields.add(field("incoming-proxy-port", or(inboundProxyPort, 4143)));
        fields.add(field("outgoing-proxy-port", or(outboundProxyPort, 4140)));
        fields.add(field("proxy-uid", or(proxyUid, 2102L)));
        Optional.of(or(proxyGid, NO_GROUP))
                .filter(gid -> gid >= 0)
                .ifPresent(gid -> fields.add(field("proxy-gid", gid)));
        fields.add(field("ports-to-redirect", list(or(portsToRedirect, List.<Integer>of()).stream(), ", ")));
        var own = Stream.of(or(proxyAdminPort, 4191), or(proxyControlPort, 4190));
        fields.add(field("inbound-ports-to-ignore", ports(Stream.concat(own, values(ignoreInboundPorts)))));
        if (!or(ignoreOutboundPorts, List.<IntOrString>of()).isEmpty()) {
            fields.add(field("outbound-ports-to-ignore", ports(values(ignoreOutboundPorts))));
        }
        var subnets = or(ignoreSubnets, List.<String>of());
        if (!subnets.isEmpty()) {
            fields.add(field("subnets-to-ignore", list(subnets.stream().map(CniConfig::quoted), ",")));
        }
        fields.add(field("simulate", false));
        fields.add(field("use-wait-flag", or(useWaitFlag, false)));
        fields.add(field("iptables-mode", quoted(or(iptablesMode, "nft"))));
        fields.add(field("ipv6", !or(disableIpv6, true)));
        return fields.stream();
    }

    /** {@return each range of ports whose end is below its beginning, as {@code from-to}} */
    Stream<String> backwardRanges() {
        return Stream.concat(values(ignoreInboundPorts), values(ignoreOutboundPorts))
                .map(Object::toString)
                .filter(CniConfig::isBackward);
    }

    private static boolean isBackward(String range) {
        var dash = range.indexOf('-');
        return dash > 0 && Integer.parseInt(range.substring(0, dash)) > Integer.parseInt(range.substring(dash + 1));
    }

    private static Stream<Object> values(@Nullable List<IntOrString> ports) {
        return or(ports, List.<IntOrString>of()).stream().map(IntOrString::getValue);
    }

    private static String ports(Stream<?> ports) {
        return list(ports.map(port -> quoted(port.toString())), ", ");
    }

    private static String list(Stream<?> elements, String separator) {
        return elements.map(Object::toString).collect(Collectors.joining(separator, "[", "]"));
    }

    private static String field(String name, Object value) {
        return quoted(name) + ": " + value;
    }

    /** The schema lets in nothing that JSON would have to escape. */
    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static <T> T or(@Nullable T said, T usual) {
        return said == null ? usual : said;
    }
}
