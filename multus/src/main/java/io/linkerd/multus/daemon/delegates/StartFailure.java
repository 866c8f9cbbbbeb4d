// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.GoText;
import java.io.IOException;
import java.util.regex.Pattern;

/** Why a program did not start. The class library tells the number of the kernel's error in its message, and nowhere else. */
final class StartFailure {
    private static final Pattern NUMBER = Pattern.compile("error[=:] ?(\\d+)");
    private static final int ETXTBSY = 26;

    private StartFailure() {}

    static PluginEnding of(String path, IOException failure) {
        var message = String.valueOf(failure.getMessage());
        var number = NUMBER.matcher(message);
        if (!number.find()) {
            return new PluginEnding.NotStarted(GoText.printable(message), false);
        }
        int errno = Integer.parseInt(number.group(1));
        return new PluginEnding.NotStarted("fork/exec " + path + ": " + inWords(errno), errno == ETXTBSY);
    }

    /** As Go says it. */
    private static String inWords(int errno) {
        return switch (errno) {
            case 2 -> "no such file or directory";
            case 5 -> "input/output error";
            case 7 -> "argument list too long";
            case 8 -> "exec format error";
            case 11 -> "resource temporarily unavailable";
            case 12 -> "cannot allocate memory";
            case 13 -> "permission denied";
            case 20 -> "not a directory";
            case 24 -> "too many open files";
            case ETXTBSY -> "text file busy";
            case 40 -> "too many levels of symbolic links";
            default -> "errno " + errno;
        };
    }
}
