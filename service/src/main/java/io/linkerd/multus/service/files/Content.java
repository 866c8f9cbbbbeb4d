// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.nio.file.Path;

/** What a file is to hold: known by its fingerprint before it is written. */
public sealed interface Content {
    /** {@return what the file holds once written} */
    Fingerprint fingerprint();

    /** A text, written as UTF-8; shown by its fingerprint alone, since it may hold a token. */
    record Text(String text, Fingerprint fingerprint) implements Content {
        public Text(String text) {
            this(text, Fingerprint.ofText(text));
        }

        @Override
        public String toString() {
            return "Text[" + fingerprint + "]";
        }
    }

    /** The bytes of another file, which has to have this fingerprint still while it is copied. */
    record Copy(Path source, Fingerprint fingerprint) implements Content {}

    /**
     * A text that was made of the content of the very file that it is to replace, which has to have that fingerprint still.
     *
     * @param base of the content that the text was made of
     */
    record Edit(String text, Fingerprint fingerprint, Fingerprint base) implements Content {
        public Edit(String text, Fingerprint base) {
            this(text, Fingerprint.ofText(text), base);
        }

        @Override
        public String toString() {
            return "Edit[" + base + " to " + fingerprint + "]";
        }
    }
}
