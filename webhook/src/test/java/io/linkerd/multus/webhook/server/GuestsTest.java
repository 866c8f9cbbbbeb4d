// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.server.Guest.Reason;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GuestsTest {
    private static final int KIBIBYTE = 1 << 10;

    private final AtomicLong nanos = new AtomicLong();
    private final Guests guests = new Guests(nanos::get, new AdmissionLimits(4, 3, 200 * KIBIBYTE));
    private final List<String> gone = new ArrayList<>();

    @Test
    void aNewcomerTakesThePlaceOfTheOldestThatWasNeverAnswered() {
        var useful = enter(1, "useful");
        request(useful);
        enter(1, "old");
        enter(1, "young");
        time(Duration.ofSeconds(2));

        enter(1, "newcomer");

        assertThat(gone).containsExactly("old CONNECTIONS");
        assertThat(guests.count()).isEqualTo(3);
    }

    @Test
    void whenAllPlacesAreTakenTheClientWithMostOfThemLosesOne() {
        enter(1, "polite");
        enter(2, "hostile 1");
        enter(2, "hostile 2");
        enter(2, "hostile 3");

        enter(3, "newcomer");

        assertThat(gone).containsExactly("hostile 1 CONNECTIONS");
    }

    @Test
    void theLastOfABurstDoNotDriveOutItsFirst() {
        enter(1, "first");
        enter(1, "second");
        enter(1, "third");

        assertThat(guests.enter(guest(1, "last"))).isFalse();
        assertThat(gone).isEmpty();
        time(Duration.ofSeconds(2));
        enter(1, "later");

        assertThat(gone).containsExactly("first CONNECTIONS");
    }

    @Test
    void theLastOfABurstDoNotDriveOutOthersWhenAllPlacesAreTaken() {
        enter(2, "polite");
        enter(3, "polite too");
        enter(1, "first");
        enter(1, "second");

        assertThat(guests.enter(guest(1, "last"))).isFalse();

        assertThat(gone).isEmpty();
    }

    @Test
    void amongManyWhoHaveAsMuchTheOldestThatWasNeverAnsweredGoes() {
        request(enter(1, "useful"));
        enter(2, "idle");
        enter(3, "idle too");
        enter(4, "idle as well");

        enter(5, "newcomer");

        assertThat(gone).containsExactly("idle CONNECTIONS");
    }

    @Test
    void nobodyHasToGoWhoseRequestHasArrived() {
        for (int i = 0; i < 3; i++) {
            var guest = enter(1, "busy " + i);
            guests.received(guest, 10);
            guests.arrived(guest);
        }

        assertThat(guests.enter(guest(1, "newcomer"))).isFalse();

        assertThat(gone).isEmpty();
    }

    @Test
    void whoHoldsMostMemoryOfTheClientWithMostOfItHasToGo() {
        var polite = enter(1, "polite");
        var less = enter(2, "less");
        var most = enter(2, "most");
        guests.received(less, 0);
        guests.received(most, 20 * KIBIBYTE);

        guests.received(polite, 20 * KIBIBYTE);
        assertThat(gone).isEmpty();
        guests.received(polite, 35 * KIBIBYTE);

        assertThat(gone).containsExactly("most MEMORY");
    }

    @Test
    void aRequestThatIsTooMuchByItselfHasToGo() {
        guests.received(enter(1, "greedy"), 90 * KIBIBYTE);

        assertThat(gone).containsExactly("greedy MEMORY");
        assertThat(guests.count()).isZero();
    }

    @Test
    void memoryComesBackWithTheAnswer() {
        var guest = enter(1, "guest");
        for (int i = 0; i < 10; i++) {
            guests.received(guest, 70 * KIBIBYTE);
            guests.arrived(guest);
            guests.answered(guest);
        }

        assertThat(gone).isEmpty();
    }

    /** They counted for nothing once they had been handed over: 180 of them took all memory, and honest reviews were answered with 500. */
    @Test
    void answersThatAreNotReadCount() {
        var unread = enter(2, "unread");
        answer(unread, 70 * KIBIBYTE);
        assertThat(guests.held()).isEqualTo((40 + 2 * 70) * KIBIBYTE);
        var polite = enter(1, "polite");

        guests.received(polite, 0);

        assertThat(gone).containsExactly("unread MEMORY");
        assertThat(guests.held()).isEqualTo(40 * KIBIBYTE);
    }

    @Test
    void whoDoesNotReadGoesBeforeWhoSends() {
        var unread = enter(1, "unread");
        answer(unread, 20 * KIBIBYTE);
        time(Duration.ofSeconds(1));
        var sends = enter(1, "sends");

        guests.received(sends, 70 * KIBIBYTE);

        assertThat(gone).containsExactly("unread MEMORY");
    }

    @Test
    void whoIsAnsweredJustNowGoesAfterWhoSends() {
        var answered = enter(1, "answered");
        answer(answered, 20 * KIBIBYTE);
        var sends = enter(1, "sends");

        guests.received(sends, 70 * KIBIBYTE);

        assertThat(gone).containsExactly("sends MEMORY");
    }

    @Test
    void anAnswerThatIsTooMuchByItselfIsNotWaitedFor() {
        answer(enter(1, "greedy"), 90 * KIBIBYTE);

        assertThat(gone).containsExactly("greedy MEMORY");
        assertThat(guests.held()).isZero();
    }

    @Test
    void aPlaceIsMadeByWhoDoesNotReadAndNotByWhoIsAnsweredJustNow() {
        var unread = enter(1, "unread");
        answer(unread, 1);
        time(Duration.ofSeconds(2));
        var answered = enter(1, "answered");
        answer(answered, 1);
        answer(enter(1, "answered too"), 1);

        enter(1, "newcomer");
        assertThat(guests.enter(guest(1, "newcomer too"))).isFalse();

        assertThat(gone).containsExactly("unread CONNECTIONS");
    }

    @Test
    void isNotQuietWhileAnAnswerIsNotRead() {
        var guest = enter(1, "guest");
        answer(guest, 1);
        time(Duration.ofSeconds(5));
        assertThat(guests.quietFor()).isZero();

        guests.answered(guest);

        assertThat(guests.held()).isZero();
        time(Duration.ofSeconds(2));
        assertThat(guests.quietFor()).isEqualTo(Duration.ofSeconds(2));
    }

    private void answer(Guest guest, int bytes) {
        guests.received(guest, 10);
        guests.arrived(guest);
        guests.sending(guest, 0, bytes);
    }

    @Test
    void isQuietSinceTheLastAnswer() {
        var guest = enter(1, "guest");
        guests.received(guest, 1);
        time(Duration.ofSeconds(5));
        assertThat(guests.quietFor()).isZero();
        guests.arrived(guest);
        assertThat(guests.quietFor()).isZero();
        guests.answered(guest);
        time(Duration.ofSeconds(2));

        assertThat(guests.quietFor()).isEqualTo(Duration.ofSeconds(2));
    }

    /** An API server that had connected, and whose handshake was not over, met the end of the server. */
    @Test
    void isNotQuietWhereAConnectionHasJustCome() {
        time(Duration.ofSeconds(5));
        enter(1, "newcomer");
        time(Duration.ofSeconds(1));

        assertThat(guests.quietFor()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aStopEndsWhatIsIdleAndLeavesNewcomersTimeForTheirFirstRequest() {
        enter(1, "never asked");
        time(Duration.ofSeconds(2));
        request(enter(1, "idle"));
        var busy = enter(1, "busy");
        guests.received(busy, 10);
        enter(2, "newcomer");

        guests.dismissIdle();

        assertThat(gone).containsExactly("never asked STOPPING", "idle STOPPING");
    }

    private void time(Duration passed) {
        nanos.addAndGet(passed.toNanos());
    }

    private void request(Guest guest) {
        guests.received(guest, 10);
        guests.arrived(guest);
        guests.answered(guest);
    }

    private Guest enter(int client, String name) {
        nanos.incrementAndGet();
        var guest = guest(client, name);
        assertThat(guests.enter(guest)).isTrue();
        return guest;
    }

    private Guest guest(int client, String name) {
        try {
            var address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) client});
            return new Guest(address, (Reason reason) -> gone.add(name + " " + reason));
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
