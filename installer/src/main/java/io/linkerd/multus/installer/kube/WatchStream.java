// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;

/** The events of a watch: one JSON document per line, until the server ends it. */
final class WatchStream implements AutoCloseable {
    private final HttpsURLConnection connection;
    private final BufferedReader lines;

    WatchStream(HttpsURLConnection connection) throws IOException {
        this.connection = connection;
        this.lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits for the next event; empty when the server has ended the watch, as it does every few minutes. */
    Optional<JsonValue> next() throws IOException {
        var line = lines.readLine();
        if (line == null) {
            return Optional.empty();
        }
        return switch (JsonValue.read(line.getBytes(StandardCharsets.UTF_8), ApiClient.LIMITS)) {
            case Result.Ok<JsonValue>(var event) -> Optional.of(event);
            case Result.Not<JsonValue>(var reason) ->
                throw new IOException("an event of the watch is not JSON: " + reason);
        };
    }

    /** Ends the connection from this side, without reading what is left of it. */
    @Override
    public void close() {
        connection.disconnect();
    }
}
