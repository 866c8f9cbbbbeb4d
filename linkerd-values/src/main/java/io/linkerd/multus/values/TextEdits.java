// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Pieces of a text and what stands there instead. Of two at one place the one that was added first comes first. */
final class TextEdits {
    private final String text;
    private final List<Edit> edits = new ArrayList<>();

    TextEdits(String text) {
        this.text = text;
    }

    private record Edit(int start, int end, String instead) {}

    void replace(int start, int end, String instead) {
        edits.add(new Edit(start, end, instead));
    }

    void insert(int place, String inserted) {
        replace(place, place, inserted);
    }

    /** {@return where the line break is, or the text ends, after a place} */
    int lineEnd(int place) {
        int end = place;
        while (end < text.length() && "\r\n\u0085\u2028\u2029".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** {@return the text with the edits made, none of which may be within another} What lies between them stays character for character. */
    String made() throws MalformedYaml {
        var made = new StringBuilder(text.length());
        int kept = 0;
        for (var edit :
                edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList()) {
            if (edit.start() < kept) {
                int line =
                        Math.toIntExact(text.substring(0, edit.start()).lines().count());
                throw new MalformedYaml(
                        Math.max(line, 1), "what is written here is not edited: it is in one with what is before");
            }
            made.append(text, kept, edit.start()).append(edit.instead());
            kept = edit.end();
        }
        return made.append(text, kept, text.length()).toString();
    }
}
