// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Splits what arrives in a watch into lines, none of which is longer than {@link ListWatch#LONGEST_EVENT}; the transport closes it. */
final class EventLines {
    private static final int USUAL = 4 << 10;

    private final InputStream in;
    private ByteArrayOutputStream line = new ByteArrayOutputStream(USUAL);

    EventLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** Waits for the next whole line; empty where all has been read. */
    Optional<byte[]> next() throws IOException, MalformedJson {
        // One long event is no reason to keep as much memory for as long as the watch lives.
        line = line.size() > 16 * USUAL ? new ByteArrayOutputStream(USUAL) : emptied();
        for (int read = in.read(); read >= 0; read = in.read()) {
            if (read == '\n') {
                return Optional.of(line.toByteArray());
            }
            if (line.size() == ListWatch.LONGEST_EVENT) {
                throw new MalformedJson("an event is longer than " + ListWatch.LONGEST_EVENT + " bytes");
            }
            line.write(read);
        }
        if (line.size() > 0) {
            throw new IOException("it ended in the middle of an event");
        }
        return Optional.empty();
    }

    private ByteArrayOutputStream emptied() {
        line.reset();
        return line;
    }
}
