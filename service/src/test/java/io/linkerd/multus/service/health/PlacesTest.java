// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.health.Places.Limits;
import io.linkerd.multus.service.health.Places.Place;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private final Places places = new Places(new Limits(4, 3, Duration.ofSeconds(10)));
    private final List<String> closed = new ArrayList<>();
    private final Set<String> arrived = new HashSet<>();

    @Test
    void theOldestSilentOneOfAnAddressGivesWayToItsOwn() {
        take(1, "first");
        take(1, "second");
        take(1, "third");

        take(1, "fourth");
        take(1, "fifth");

        assertThat(closed).containsExactly("first", "second");
    }

    @Test
    void theAddressWithMostGivesWayToOthers() {
        take(1, "kubelet");
        take(2, "silent 1");
        take(2, "silent 2");
        take(2, "silent 3");

        take(3, "Prometheus");

        assertThat(closed).containsExactly("silent 1");
    }

    @Test
    void amongAddressesThatHaveAsMuchTheOldestGoes() {
        take(1, "a");
        take(2, "b");
        take(3, "c");
        take(4, "d");

        take(5, "e");

        assertThat(closed).containsExactly("a");
    }

    @Test
    void aRequestThatIsAnsweredKeepsItsPlace() {
        var asking = take(1, "asking");
        assertThat(places.works(asking)).isTrue();
        take(1, "silent");
        take(1, "silent too");

        take(1, "newcomer");

        assertThat(closed).containsExactly("silent");
    }

    @Test
    void anAnswerThatIsNotReadKeepsNone() {
        var unread = take(1, "unread");
        places.works(unread);
        take(1, "silent");
        take(1, "silent too");
        places.waits(unread);

        take(1, "newcomer");

        assertThat(closed).containsExactly("unread");
    }

    /** Where the processor is busy, that which had asked first was closed for that which had asked last. */
    @Test
    void aRequestThatLiesHereUnreadKeepsItsPlaceBeforeSilentOnes() {
        arrived.addAll(List.of("asked", "asked too", "asked as well"));
        take(1, "asked");
        take(1, "silent");
        take(1, "asked too");

        take(1, "asked as well");
        take(1, "newcomer");

        assertThat(closed).containsExactly("silent", "asked");
    }

    @Test
    void whoSendsMoreWhileItsAnswerIsNotReadGainsNothing() {
        arrived.add("unread");
        var unread = take(1, "unread");
        places.works(unread);
        places.waits(unread);
        take(1, "silent");
        take(1, "silent too");

        take(1, "newcomer");

        assertThat(closed).containsExactly("unread");
    }

    @Test
    void whereEachIsAnsweredANewcomerIsTurnedAway() {
        for (int i = 0; i < 3; i++) {
            places.works(take(1, "asking"));
        }

        assertThat(places.take(place(1, "newcomer"))).isFalse();
        take(2, "of another address");

        assertThat(places.take(place(1, "newcomer"))).isFalse();
        assertThat(closed).isEmpty();
    }

    @Test
    void whoHadToGoIsNotAnswered() {
        var first = take(1, "first");
        take(1, "second");
        take(1, "third");
        take(1, "fourth");

        assertThat(places.works(first)).isFalse();
    }

    @Test
    void aPlaceIsFreeOnceItsConnectionIsClosed() {
        for (int i = 0; i < 10; i++) {
            places.leave(take(1, "brief"));
        }

        assertThat(closed).isEmpty();
    }

    @Test
    void nothingIsLeftOfAPortThatIsClosed() {
        take(1, "one");
        places.works(take(2, "other"));

        places.clear();

        assertThat(closed).containsExactly("one", "other");
    }

    @Test
    void holdsAProcessWithTheSmallestHeap() {
        assertThat(Limits.STANDARD.all()).isLessThanOrEqualTo(64);
        assertThat(Limits.STANDARD.ofOneAddress()).isLessThan(Limits.STANDARD.all());
        assertThat(Limits.STANDARD.life()).isLessThanOrEqualTo(Duration.ofSeconds(10));
    }

    private Place take(int client, String name) {
        var place = place(client, name);
        assertThat(places.take(place)).isTrue();
        return place;
    }

    private Place place(int client, String name) {
        try {
            var address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) client});
            return new Place(address, () -> arrived.contains(name), () -> closed.add(name));
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
