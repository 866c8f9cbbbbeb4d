// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

/** IPv4 or IPv6. */
public enum IpFamily {
    V4("4", "ip4", "0.0.0.0/0"),
    V6("6", "ip6", "::/0");

    private final String digit;
    private final String member;
    private final String everywhere;

    IpFamily(String digit, String member, String everywhere) {
        this.digit = digit;
        this.member = member;
        this.everywhere = everywhere;
    }

    /** {@return the destination of a default route} */
    public IpPrefix everywhere() {
        return new IpPrefix(everywhere);
    }

    /** {@return how an address of a result of 0.3.0 to 0.4.0 says it} */
    String digit() {
        return digit;
    }

    /** {@return where the address of a result of 0.1.0 and 0.2.0 stands} */
    String member() {
        return member;
    }
}
