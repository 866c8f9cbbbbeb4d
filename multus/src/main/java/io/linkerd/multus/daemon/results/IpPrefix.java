// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.GoText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An address and how many of its bits are the network's, as Go's {@code net.ParseCIDR} takes them; or none, where a result leaves it out.
 *
 * @param address as it was given, its host's bits included
 * @param length in bits
 */
public record IpPrefix(IpAddress address, int length) {
    /** Where a result leaves an address or a destination out. */
    public static final IpPrefix NONE = new IpPrefix(IpAddress.NONE, 0);

    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;

    /** Go takes leading zeros; more digits than these are no length in any case. */
    private static final Pattern LENGTH = Pattern.compile("0*[0-9]{1,3}");

    public IpPrefix {
        if (length < 0 || length > bits(address.text())) {
            throw new IllegalArgumentException(length + " are no bits of " + address);
        }
    }

    /** An address with its length. */
    public IpPrefix(String text) {
        this(parse(text).orElseThrow(() -> new IllegalArgumentException("no IP network: " + GoText.quote(text))));
    }

    private IpPrefix(IpPrefix other) {
        this(other.address, other.length);
    }

    /** {@return the prefix that a text is, if it is one} */
    public static Optional<IpPrefix> parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || !LENGTH.matcher(text.substring(slash + 1)).matches()) {
            return Optional.empty();
        }
        var written = text.substring(0, slash);
        int length = Integer.parseInt(text.substring(slash + 1));
        return IpAddress.parse(written)
                .filter(_ -> length <= bits(written))
                .map(address -> new IpPrefix(address, Math.max(0, length - bits(written) + bits(address.text()))));
    }

    /** {@return whether there is one} */
    public boolean isPresent() {
        return address.isPresent();
    }

    /** {@return whether it is all addresses of its family, whichever of them is written} */
    public boolean isEverywhere() {
        return isPresent() && length == 0;
    }

    /** {@return as Go writes it} */
    public String text() {
        return isPresent() ? address.text() + "/" + length : address.shown();
    }

    @Override
    public String toString() {
        return text();
    }

    /** Of an IPv4 address that is written as an IPv6 one, all 128 count. */
    private static int bits(String address) {
        return address.isEmpty() ? 0 : address.indexOf(':') < 0 ? V4_BITS : V6_BITS;
    }
}
