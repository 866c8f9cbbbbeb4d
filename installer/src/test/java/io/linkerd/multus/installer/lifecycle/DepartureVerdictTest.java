// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.kube.Sighting;
import io.linkerd.multus.installer.kube.WatchKnowledge;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DepartureVerdictTest {
    private static final Sighting PRESENT = new Sighting.Present("a");
    private static final Sighting LEAVING = new Sighting.Leaving("it was deleted");
    private static final ApiAnswer<Sighting> GONE = failed(new ApiFailure.NotFound());
    private static final ApiAnswer<Sighting> UNAUTHORIZED = failed(new ApiFailure.Unauthorized());
    private static final ApiAnswer<Sighting> FORBIDDEN = failed(new ApiFailure.Forbidden("forbidden"));
    private static final ApiAnswer<Sighting> BROKEN = failed(new ApiFailure.Refused(500, "etcd"));
    private static final ApiAnswer<Sighting> AWAY = failed(new ApiFailure.Unreachable("refused"));

    record Case(String name, WatchKnowledge known, ApiAnswer<Sighting> look, boolean remove) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        var present = new ApiAnswer.Answered<>(PRESENT);
        var made = new ApiAnswer.Answered<Sighting>(new Sighting.Present("b"));
        var deleting = new ApiAnswer.Answered<Sighting>(new Sighting.Leaving("it is being deleted"));
        var live = new WatchKnowledge(true, PRESENT, true, 0);
        var ended = new WatchKnowledge(true, PRESENT, false, 1);
        var withheld = new WatchKnowledge(true, PRESENT, false, 8);
        return Stream.of(
                new Case("upgrade or reboot", live, present, false),
                new Case("foreground deletion", live, deleting, true),
                new Case("deleted, and the watch was slower", live, GONE, true),
                new Case("deleted and made anew: its installer takes over", deleted(true), made, false),
                new Case("deleted, rights gone", deleted(true), FORBIDDEN, true),
                new Case("deleted, account gone", deleted(false), UNAUTHORIZED, true),
                new Case("deleted, API away", deleted(false), AWAY, true),
                new Case("rights gone while a live watch says that it stands", live, FORBIDDEN, false),
                new Case("rights gone, and the watch is over", ended, FORBIDDEN, true),
                new Case("account gone, and the watch is over", ended, UNAUTHORIZED, true),
                new Case("rights gone for long, and the watch is over", withheld, FORBIDDEN, false),
                new Case("rights gone for long, and it is gone", withheld, GONE, true),
                new Case("never had rights", WatchKnowledge.NONE, FORBIDDEN, false),
                new Case("never had rights, but it is gone", WatchKnowledge.NONE, GONE, true),
                new Case("API away", live, AWAY, false),
                new Case("API away, nothing known", WatchKnowledge.NONE, AWAY, false),
                new Case("API in trouble", ended, BROKEN, false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decides(Case given) {
        assertThat(DepartureVerdict.of(given.known(), given.look(), false) instanceof DepartureVerdict.Remove)
                .isEqualTo(given.remove());
    }

    @Test
    void removesWhenUnreachableOnlyWhenToldTo() {
        assertThat(DepartureVerdict.of(WatchKnowledge.NONE, AWAY, true)).isInstanceOf(DepartureVerdict.Remove.class);
        assertThat(DepartureVerdict.of(WatchKnowledge.NONE, BROKEN, true)).isInstanceOf(DepartureVerdict.Leave.class);
    }

    private static ApiAnswer<Sighting> failed(ApiFailure why) {
        return new ApiAnswer.Failed<>(why);
    }

    private static WatchKnowledge deleted(boolean live) {
        return new WatchKnowledge(true, LEAVING, live, 0);
    }
}
