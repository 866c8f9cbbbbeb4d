// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The version that a configuration is written in, by the rules of semver.org, which are stricter than libcni's.
 *
 * @param text as it is written
 * @param preRelease whether it precedes the release of that number
 */
public record SemanticVersion(String text, int major, int minor, int patch, boolean preRelease) {
    private static final String NUMBER = "(0|[1-9][0-9]{0,8})";
    private static final Pattern FORM = Pattern.compile(
            NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(-[0-9A-Za-z-][0-9A-Za-z.-]*)?(?:\\+[0-9A-Za-z.-]+)?");
    private static final int LONGEST = 64;

    /** {@return the version in a text, where it is one: three numbers as semver.org has them} */
    public static Optional<SemanticVersion> read(String text) {
        var form = FORM.matcher(text);
        return text.length() <= LONGEST && form.matches()
                ? Optional.of(new SemanticVersion(
                        text,
                        Integer.parseInt(form.group(1)),
                        Integer.parseInt(form.group(2)),
                        Integer.parseInt(form.group(3)),
                        form.group(4) != null))
                : Optional.empty();
    }

    /** {@return whether it is this release or a later version} */
    public boolean isAtLeast(int otherMajor, int otherMinor, int otherPatch) {
        if (major != otherMajor) {
            return major > otherMajor;
        }
        if (minor != otherMinor) {
            return minor > otherMinor;
        }
        return patch == otherPatch ? !preRelease : patch > otherPatch;
    }
}
