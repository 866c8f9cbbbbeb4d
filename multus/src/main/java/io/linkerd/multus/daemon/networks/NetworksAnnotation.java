// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads an annotation that selects networks, in either of its forms and with upstream's refusals: a value with one of the characters {@code [},
 * <code>{</code>, {@code "} is JSON as a whole, any other is a list with commas.
 */
public final class NetworksAnnotation {
    /** All annotations of an object hold 256 KiB at most. */
    static final JsonLimits LIMITS =
            JsonLimits.ofLength(256 << 10).values(20_000).build();

    /** No pod has as many interfaces; 256 KiB of commas would be 50 times that in memory. */
    static final int MOST = 1000;

    private NetworksAnnotation() {}

    /**
     * {@return the networks in their order, or why Multus refuses the annotation}
     *
     * @param defaultNamespace the namespace of networks that are named without one
     */
    public static Result<List<SelectionElement>> read(String value, String defaultNamespace) {
        if (value.isEmpty()) {
            return new Result.Not<>("parsePodNetworkAnnotation: pod annotation does not have \"network\" as key");
        }
        if (value.length() > LIMITS.length()) {
            return new Result.Not<>(
                    "parsePodNetworkAnnotation: longer than the " + LIMITS.length() + " bytes that Kubernetes allows");
        }
        var elements = isJson(value)
                ? JsonElements.read(value, defaultNamespace)
                : CommaElements.read(value, defaultNamespace);
        return elements.then(list -> list.stream()
                .flatMap(element -> problem(element.wishes()).stream())
                .findFirst()
                .<Result<List<SelectionElement>>>map(Result.Not::new)
                .orElseGet(() -> new Result.Ok<>(list)));
    }

    private static boolean isJson(String value) {
        return value.indexOf('[') >= 0 || value.indexOf('{') >= 0 || value.indexOf('"') >= 0;
    }

    /** {@return why what is asked for on a network cannot be had, whoever asks} Plugins read addresses out of a list that others could end. */
    static Optional<String> problem(NetworkWishes wishes) {
        var mac = wishes.mac()
                .filter(address -> !Addresses.isHardware(address))
                .map(address -> "parsePodNetworkAnnotation: failed to mac: " + noHardware(address));
        var guid = wishes.infinibandGuid()
                .filter(address -> !Addresses.isHardware(address))
                .map(address ->
                        "parsePodNetworkAnnotation: failed to validate infiniband GUID: " + noHardware(address));
        var ips = wishes.ips().stream().flatMap(ip -> problem(ip).stream());
        return Stream.of(mac.stream(), guid.stream(), ips)
                .flatMap(problems -> problems)
                .findFirst();
    }

    private static String noHardware(String address) {
        return "address " + shown(address) + ": invalid MAC address";
    }

    /** {@return why an address with or without a prefix is none} */
    static Optional<String> problem(String ip) {
        if (ip.indexOf('/') < 0) {
            return Addresses.isIp(ip)
                    ? Optional.empty()
                    : Optional.of("failed to parse IP address " + GoText.quote(ip));
        }
        return Addresses.isCidr(ip)
                ? Optional.empty()
                : Optional.of("failed to parse CIDR " + GoText.quote(ip) + ": invalid CIDR address: " + shown(ip));
    }

    /** {@return a stranger's text for a message, without quotes} */
    static String shown(String text) {
        return GoText.printable(GoText.shorten(text));
    }
}
