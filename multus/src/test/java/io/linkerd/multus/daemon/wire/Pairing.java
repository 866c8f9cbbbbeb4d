// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.util.List;

/**
 * A shim that calls a daemon.
 *
 * @param asUpstream whether every {@link Switch} of ours is set
 */
record Pairing(Maker shim, Maker daemon, boolean asUpstream) {
    static final Pairing UPSTREAM = new Pairing(Maker.UPSTREAM, Maker.UPSTREAM, false);

    /** {@return each shim with each daemon, and ours alone with every switch set} */
    static List<Pairing> all() {
        return List.of(
                UPSTREAM,
                new Pairing(Maker.OURS, Maker.UPSTREAM, false),
                new Pairing(Maker.UPSTREAM, Maker.OURS, false),
                new Pairing(Maker.OURS, Maker.OURS, false),
                new Pairing(Maker.OURS, Maker.OURS, true));
    }

    @Override
    public String toString() {
        return shim + "'s shim, " + daemon + "'s daemon" + (asUpstream ? ", every switch set" : "");
    }
}
