// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** Names that objects of Kubernetes can have: small letters and digits, with dashes between them (RFC 1123). */
public final class ObjectNames {
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST = 253;

    private ObjectNames() {}

    /** {@return whether a namespace can have this name} */
    public static boolean isLabel(String name) {
        return name.length() <= LONGEST_LABEL && isLabel(name, 0, name.length());
    }

    /** {@return whether most other objects can} Parts with dots between them; how long each of them is does not matter to Kubernetes. */
    public static boolean isSubdomain(String name) {
        int start = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
            if (!isLabel(name, start, dot)) {
                return false;
            }
            start = dot + 1;
        }
        return name.length() <= LONGEST && isLabel(name, start, name.length());
    }

    private static boolean isLabel(String name, int start, int end) {
        if (start == end || name.charAt(start) == '-' || name.charAt(end - 1) == '-') {
            return false;
        }
        for (int i = start; i < end; i++) {
            if (!isLetterOrDigit(name.charAt(i)) && name.charAt(i) != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char each) {
        return ('a' <= each && each <= 'z') || ('0' <= each && each <= '9');
    }
}
