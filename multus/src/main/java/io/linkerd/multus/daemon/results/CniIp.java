// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import java.util.OptionalLong;

/**
 * An address that a plugin has given to an interface.
 *
 * @param family the family's digit as the plugin wrote it, in versions 0.3.0 to 0.4.0; empty in others
 * @param iface its place among the result's interfaces, if it is told; Go checks neither its sign nor whether there is one
 */
public record CniIp(String family, OptionalLong iface, IpPrefix address, IpAddress gateway) {

    /** An address in the newest form. */
    public CniIp(OptionalLong iface, IpPrefix address, IpAddress gateway) {
        this("", iface, address, gateway);
    }

    CniIp withFamily(String digit) {
        return new CniIp(digit, iface, address, gateway);
    }

    /** As {@code convertIPConfigTo040} names it. */
    CniIp withFamily() {
        return withFamily(address.address().family().digit());
    }

    String json(boolean namesFamily) {
        var text = new ObjectText();
        if (namesFamily) {
            text.text("version", family);
        }
        return text.number("interface", iface)
                .text("address", address.text())
                .textIfAny("gateway", gateway.text())
                .toString();
    }
}
