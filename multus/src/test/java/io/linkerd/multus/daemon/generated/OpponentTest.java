// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.generated.ConfigPlan.Cause;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OpponentTest {
    private static final Optional<String> NOTHING = Optional.empty();

    @Test
    void ciliumIsKnownByWhatItSetAside() {
        assertThat(Opponent.of(Cause.RENAMED_BY_CILIUM, seen(NOTHING, Optional.of("{}"))))
                .contains(Opponent.CILIUM);
        assertThat(Opponent.of(Cause.REMOVED_BY_OTHERS, seen(NOTHING, Optional.of("{}"))))
                .contains(Opponent.CILIUM);
        assertThat(Opponent.of(Cause.REMOVED_BY_OTHERS, seen(NOTHING, NOTHING))).contains(Opponent.UNKNOWN);
    }

    @Test
    void anotherMultusIsKnownByWhatItWrote() {
        assertThat(Opponent.of(Cause.CHANGED_BY_OTHERS, seen(multus(), NOTHING)))
                .contains(Opponent.OTHER_MULTUS);
        assertThat(Opponent.of(Cause.CHANGED_BY_OTHERS, seen(Optional.of(""), NOTHING)))
                .contains(Opponent.UNKNOWN);
    }

    @Test
    void noProgramIsToBlameWhereThePrimaryNetworkIsAnother() {
        assertThat(Opponent.of(Cause.PRIMARY_CHANGED, seen(multus(), NOTHING))).isEmpty();
        assertThat(Opponent.of(Cause.FIRST, seen(NOTHING, NOTHING))).isEmpty();
    }

    private static Optional<String> multus() {
        return Optional.of(NodeFolders.network("multus-shim", "1.0.0"));
    }

    private static Observation seen(Optional<String> written, Optional<String> setAside) {
        return new Observation(new TreeMap<>(), written, setAside, true);
    }
}
