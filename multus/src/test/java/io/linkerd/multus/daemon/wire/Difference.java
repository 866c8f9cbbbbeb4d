// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.util.function.Predicate;

/**
 * What differs with ours on purpose, as docs/multus.md and multus/shim/README.md say.
 *
 * @param scenario by its name
 * @param change what becomes of what is seen of upstream's
 * @param undone what makes it as upstream's again
 */
record Difference(String scenario, Where where, Change change, Switch undone) {
    /** With which program of ours it comes. */
    enum Where {
        OUR_SHIM(pairing -> pairing.shim() == Maker.OURS),
        OUR_DAEMON(pairing -> pairing.daemon() == Maker.OURS),
        OUR_DAEMON_ALONE(pairing -> pairing.daemon() == Maker.OURS && pairing.shim() == Maker.UPSTREAM),
        BOTH_OURS(pairing -> pairing.shim() == Maker.OURS && pairing.daemon() == Maker.OURS);

        @SuppressWarnings("ImmutableEnumChecker") // it looks at its argument alone
        private final Predicate<Pairing> has;

        Where(Predicate<Pairing> has) {
            this.has = has;
        }
    }

    boolean isOf(String name, Pairing pairing) {
        return scenario.equals(name) && where.has.test(pairing) && (undone == Switch.NONE || !pairing.asUpstream());
    }
}
