// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.linkerd.multus.cli.facts.Sight;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Whether the API server can be reached, by what came of requests so far. One list that is slow, or breaks off, is a failure of that list:
 * what was answered before it was answered.
 */
final class Reach {
    /** Of Events there are three lists, which are slow together; one more, and nothing is answered any more. */
    private static final int MOST_UNANSWERED = 3;

    /** Requests without an answer since the last answer; before the first one, too many. */
    private final AtomicInteger unanswered = new AtomicInteger(MOST_UNANSWERED);

    /** Tells that there was an answer, of whatever kind. */
    void answered() {
        unanswered.set(0);
    }

    /**
     * {@return what is seen by a request that had no answer}
     *
     * @throws NoCluster where it says that the API server cannot be reached
     */
    <T> Sight<T> unanswered(String server, String right, Exception failure) {
        var words = Cluster.rootWords(failure);
        if (isLostBy(failure)) {
            throw new NoCluster(
                    "the API server " + server + " cannot be reached (" + words
                            + "): check --kubeconfig and --context, and the way to it",
                    failure);
        }
        return new Sight.Failed<>(
                "the API server was asked to " + right + ", and gave no whole answer (" + words + ")");
    }

    private boolean isLostBy(Throwable failure) {
        return unanswered.getAndIncrement() >= MOST_UNANSWERED
                || Stream.iterate(failure, each -> each != null, Throwable::getCause)
                        .anyMatch(Reach::isOfTheWayThere);
    }

    private static boolean isOfTheWayThere(Throwable failure) {
        return failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof UnknownHostException
                || failure instanceof SSLException;
    }
}
