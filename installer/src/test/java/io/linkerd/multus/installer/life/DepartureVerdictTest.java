// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.kube.ApiAnswer;
import io.linkerd.multus.installer.kube.Sighting;
import io.linkerd.multus.installer.kube.WatchKnowledge;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DepartureVerdictTest {
    private static final Sighting STANDING = new Sighting.Standing("a");
    private static final Sighting LEAVING = new Sighting.Leaving("it was deleted");
    private static final ApiAnswer GONE = new ApiAnswer.Refused(404, "not found");
    private static final ApiAnswer UNAUTHORIZED = new ApiAnswer.Refused(401, "Unauthorized");
    private static final ApiAnswer FORBIDDEN = new ApiAnswer.Refused(403, "forbidden");
    private static final ApiAnswer BROKEN = new ApiAnswer.Refused(500, "etcd");
    private static final ApiAnswer AWAY = new ApiAnswer.Unreachable("refused");

    record Case(String name, WatchKnowledge known, ApiAnswer look, boolean remove) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        var standing = answered("{\"metadata\":{\"uid\":\"a\"}}");
        var made = answered("{\"metadata\":{\"uid\":\"b\"}}");
        var deleting = answered("{\"metadata\":{\"uid\":\"a\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}");
        var live = new WatchKnowledge(true, STANDING, true, false);
        var ended = new WatchKnowledge(true, STANDING, false, true);
        return Stream.of(
                new Case("upgrade or reboot", live, standing, false),
                new Case("foreground deletion", live, deleting, true),
                new Case("deleted, and the watch was slower", live, GONE, true),
                new Case("deleted and made anew: its installer takes over", deleted(true), made, false),
                new Case("deleted, rights gone", deleted(true), FORBIDDEN, true),
                new Case("deleted, account gone", deleted(false), UNAUTHORIZED, true),
                new Case("deleted, API away", deleted(false), AWAY, true),
                new Case("rights gone while a live watch says that it stands", live, FORBIDDEN, false),
                new Case("rights gone, and the watch is over", ended, FORBIDDEN, true),
                new Case("account gone, and the watch is over", ended, UNAUTHORIZED, true),
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

    private static ApiAnswer answered(String json) {
        return new ApiAnswer.Answered(JsonValue.read(json.getBytes(StandardCharsets.UTF_8), JsonLimits.ANSWER)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                }));
    }

    private static WatchKnowledge deleted(boolean live) {
        return new WatchKnowledge(true, LEAVING, live, false);
    }
}
