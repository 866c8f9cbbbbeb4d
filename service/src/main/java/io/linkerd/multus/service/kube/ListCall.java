// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Lists the objects of a selection in one answer, which is read object by object as it arrives.
 *
 * @param patience how long the answer may take to begin, and may be silent afterwards
 */
public record ListCall<T>(StreamTransport api, Selection selection, ListReader<T> reader, Duration patience) {
    /** By these an API server says that it cannot give that version: it does not know the parameter, has dropped it, or has not come to it. */
    private static final Set<Integer> VERSION_REFUSED = Set.of(
            HttpURLConnection.HTTP_BAD_REQUEST, HttpURLConnection.HTTP_GONE, HttpURLConnection.HTTP_GATEWAY_TIMEOUT);

    /** From the beginning of an answer to its end. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** The version of a list that may be of any age. */
    static final String ANY = "0";

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    /**
     * Reads what etcd has.
     *
     * @param objects is told of each, also where the answer then breaks off
     * @return the version for which the list is true
     */
    public ApiAnswer<String> read(Consumer<T> objects) {
        return list(objects, List.of());
    }

    /**
     * Reads what the API server's cache has of that version or a later one, and what etcd has only where the cache cannot give that.
     *
     * @param version {@link #ANY}, or one that was heard of before
     * @param again is told before the list begins a second time
     */
    ApiAnswer<String> readNotOlderThan(String version, Consumer<T> objects, Runnable again) {
        var atLeast = Selection.parameter("resourceVersion", version);
        var cached = list(
                objects,
                version.equals(ANY)
                        ? List.of(atLeast)
                        : List.of(atLeast, Selection.parameter("resourceVersionMatch", "NotOlderThan")));
        if (isRefused(cached)
                || (cached instanceof ApiAnswer.Answered<String>(var listed) && isOlder(listed, version))) {
            again.run();
            return read(objects);
        }
        return cached;
    }

    private ApiAnswer<String> list(Consumer<T> objects, List<String> ofVersion) {
        return api.stream(
                reader.list(selection.path(ofVersion)),
                patience,
                patience,
                response -> reader.objects(new TimedInput(response.body()), objects));
    }

    /** The API server ends a list itself after a minute; what stands before it may send a byte now and then for ever. */
    private static final class TimedInput extends FilterInputStream {
        private final long begun = System.nanoTime();

        TimedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (System.nanoTime() - begun > LONGEST.toNanos()) {
                throw new IOException("the list has no end within " + LONGEST.toSeconds() + " s");
            }
            return super.read(into, offset, length);
        }
    }

    private static boolean isRefused(ApiAnswer<String> answer) {
        return answer instanceof ApiAnswer.Failed<String>(ApiFailure.Refused(var status, var _, var _))
                && VERSION_REFUSED.contains(status);
    }

    /** Versions are numbers of etcd, which the API server writes without leading zeros; others cannot be compared. */
    private static boolean isOlder(String one, String other) {
        boolean numbers = DIGITS.matcher(one).matches() && DIGITS.matcher(other).matches();
        return numbers && (one.length() == other.length() ? one.compareTo(other) < 0 : one.length() < other.length());
    }
}
