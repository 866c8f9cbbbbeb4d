// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

/** How something is, at the beginning of a line. Where there is Unicode, the first three are those of Linkerd's command line. */
public enum Mark {
    /** As it has to be. */
    RIGHT("√", "ok", 32),
    /** Not as it should be; it works all the same. */
    WARNING("‼", "!!", 33),
    /** Wrong. */
    WRONG("×", "XX", 31),
    /** It cannot be told, for want of a right or of an answer. */
    UNKNOWN("?", "??", 33),
    /** It does not matter yet. */
    NOT_REACHED("·", "--", 2);

    private final String symbol;
    private final String plain;
    private final int colour;

    Mark(String symbol, String plain, int colour) {
        this.symbol = symbol;
        this.plain = plain;
        this.colour = colour;
    }

    /** {@return it as that terminal shows it} */
    public String on(Look look) {
        var shown = look.unicode() ? symbol : plain;
        return look.colour() ? "\u001b[" + colour + "m" + shown + "\u001b[0m" : shown;
    }
}
