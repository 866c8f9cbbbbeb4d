// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import java.util.OptionalLong;

/**
 * A route that a plugin has made.
 *
 * @param gateway none where the destination is reached directly
 * @param attributes what came with version 1.1.0
 */
public record Route(IpPrefix destination, IpAddress gateway, Attributes attributes) {
    /** The kernel's main table, in {@code linux/rtnetlink.h}. */
    private static final long MAIN = 254;

    /** Further attributes; 0 stands for none. */
    public record Attributes(long mtu, long mss, long priority, OptionalLong table, OptionalLong scope) {
        static final Attributes NONE = new Attributes(0, 0, 0, OptionalLong.empty(), OptionalLong.empty());
    }

    /** A route with nothing but destination and gateway. */
    public Route(IpPrefix destination, IpAddress gateway) {
        this(destination, gateway, Attributes.NONE);
    }

    /** {@return the default route of the gateway's family} */
    public static Route defaultBy(IpAddress gateway) {
        return new Route(gateway.family().everywhere(), gateway);
    }

    /** {@return whether packets take it that find no other one} One in a table of its own is for whoever asks for that table. */
    public boolean isDefault() {
        return destination.isEverywhere() && attributes.table().orElse(MAIN) == MAIN;
    }

    Route withoutAttributes() {
        return new Route(destination, gateway);
    }

    String json() {
        return new ObjectText()
                .text("dst", destination.text())
                .textIfAny("gw", gateway.text())
                .numberIfAny("mtu", attributes.mtu())
                .numberIfAny("advmss", attributes.mss())
                .numberIfAny("priority", attributes.priority())
                .number("table", attributes.table())
                .number("scope", attributes.scope())
                .toString();
    }
}
