// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.List;
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
    private static final ApiAnswer<Sighting> TERMINATING = failed(new ApiFailure.NamespaceTerminating());
    private static final WatchKnowledge LIVE = new WatchKnowledge(true, PRESENT, true, 0);
    private static final WatchKnowledge ENDED = new WatchKnowledge(true, PRESENT, false, 1);
    private static final WatchKnowledge WITHHELD = new WatchKnowledge(true, PRESENT, false, 8);
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
        return Stream.of(
                new Case("upgrade or reboot", LIVE, present, false),
                new Case("foreground deletion", LIVE, deleting, true),
                new Case("deleted, and the watch was slower", LIVE, GONE, true),
                new Case("deleted and made anew: its installer takes over", deleted(true), made, false),
                new Case("deleted, rights gone", deleted(true), FORBIDDEN, true),
                new Case("deleted, account gone", deleted(false), UNAUTHORIZED, true),
                new Case("deleted, API away", deleted(false), AWAY, true),
                new Case("deleted, API in trouble", deleted(false), BROKEN, true),
                new Case("rights gone while a live watch says that it stands", LIVE, FORBIDDEN, false),
                new Case("account gone while a live watch says that it stands", LIVE, UNAUTHORIZED, false),
                new Case("rights gone, and the watch is over", ENDED, FORBIDDEN, true),
                new Case("account gone, and the watch is over", ENDED, UNAUTHORIZED, true),
                new Case("rights gone for as long as an uninstall takes", refused(7), FORBIDDEN, true),
                new Case("rights gone for long, and the watch is over", WITHHELD, FORBIDDEN, false),
                new Case("rights gone for long, and it is gone", WITHHELD, GONE, true),
                new Case("namespace being deleted, rights gone for long", WITHHELD, TERMINATING, true),
                new Case(
                        "namespace being deleted, while the watch says that the DaemonSet stands",
                        LIVE,
                        deleting,
                        true),
                new Case("never had rights", WatchKnowledge.NONE, FORBIDDEN, false),
                new Case("never had rights, but it is gone", WatchKnowledge.NONE, GONE, true),
                new Case("API away", LIVE, AWAY, false),
                new Case("API away, and the watch is over", ENDED, AWAY, false),
                new Case("API away, nothing known", WatchKnowledge.NONE, AWAY, false),
                new Case("API in trouble", ENDED, BROKEN, false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decidesWhereEveryLookIsLikeThis(Case given) {
        var verdict = DepartureVerdict.certain(given.known(), given.look()).orElseGet(() -> {
            var why = ((ApiAnswer.Failed<Sighting>) given.look()).why();
            return DepartureVerdict.uncertain(given.known(), List.of(why, why, why), false);
        });

        assertThat(verdict instanceof DepartureVerdict.Remove).isEqualTo(given.remove());
    }

    record Mixture(
            String name, WatchKnowledge known, boolean removeWhenUnreachable, boolean remove, List<String> looks) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** An API server that starts refuses everybody for some seconds, and could not be reached before. */
    static Stream<Mixture> mixtures() {
        return Stream.of(
                new Mixture("refused in two ways", ENDED, false, true, List.of("403", "401", "403")),
                new Mixture("refused, and away at first", ENDED, false, false, List.of("away", "403", "403")),
                new Mixture("refused, and away at last", ENDED, false, false, List.of("403", "403", "away")),
                new Mixture("refused, and once in trouble", ENDED, false, false, List.of("403", "500", "403")),
                new Mixture("refused and away, and told to remove then", ENDED, true, true, List.of("403", "away")),
                new Mixture(
                        "in trouble, and told to remove when it is away", ENDED, true, false, List.of("away", "500")),
                new Mixture("away, and told to remove then", WatchKnowledge.NONE, true, true, List.of("away", "away")),
                new Mixture(
                        "never had rights, and told to remove when away",
                        WatchKnowledge.NONE,
                        true,
                        false,
                        List.of("403")),
                new Mixture("stands, and told to remove when it is away", LIVE, true, false, List.of("away", "away")));
    }

    @ParameterizedTest
    @MethodSource("mixtures")
    void believesInARemovalOnlyWhereEveryLookWasRefused(Mixture given) {
        var failures = given.looks().stream().map(DepartureVerdictTest::failure).toList();

        assertThat(
                        DepartureVerdict.uncertain(given.known(), failures, given.removeWhenUnreachable())
                                instanceof DepartureVerdict.Remove)
                .isEqualTo(given.remove());
    }

    /** The line is all that an operator has when a node kept its files. */
    @Test
    void aNodeThatIsLeftSaysWhatTheLooksMet() {
        var failures = Stream.of("away", "500", "away")
                .map(DepartureVerdictTest::failure)
                .toList();

        assertThat(reason(ENDED, failures))
                .contains("cannot be reached: refused; the API server answers 500 etcd")
                .doesNotContain("longer than an uninstall takes");
        assertThat(reason(refused(7), failures)).doesNotContain("longer than an uninstall takes");
        assertThat(reason(WITHHELD, failures)).contains("longer than an uninstall takes");
    }

    private static String reason(WatchKnowledge known, List<ApiFailure> failures) {
        return ((DepartureVerdict.Leave) DepartureVerdict.uncertain(known, failures, false)).reason();
    }

    private static WatchKnowledge refused(int refusals) {
        return new WatchKnowledge(true, PRESENT, false, refusals);
    }

    private static ApiFailure failure(String name) {
        return switch (name) {
            case "401" -> new ApiFailure.Unauthorized();
            case "403" -> new ApiFailure.Forbidden("forbidden");
            case "500" -> new ApiFailure.Refused(500, "etcd");
            default -> new ApiFailure.Unreachable("refused");
        };
    }

    private static ApiAnswer<Sighting> failed(ApiFailure why) {
        return new ApiAnswer.Failed<>(why);
    }

    private static WatchKnowledge deleted(boolean live) {
        return new WatchKnowledge(true, LEAVING, live, 0);
    }
}
