// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.requests.CniError;
import java.util.List;

/** What came of an ADD. */
public sealed interface AddOutcome {

    /** The sandbox has all of its networks, in this order. */
    record Added(List<AddedNetwork> networks) implements AddOutcome {
        public Added {
            networks = List.copyOf(networks);
        }
    }

    /**
     * It has none.
     *
     * @param leftovers why networks could not be taken away again
     */
    record NotAdded(CniError why, List<CniError> leftovers) implements AddOutcome {
        public NotAdded {
            leftovers = List.copyOf(leftovers);
        }
    }
}
