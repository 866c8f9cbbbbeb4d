// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import io.linkerd.multus.contracts.GoText;
import java.nio.charset.StandardCharsets;

/** Why a request is not done, as its sender is told. Its status is 400 in every case, which is what shims expect. */
public sealed interface RequestRefusal {
    /** Upstream's answer to whatever went wrong. */
    int STATUS = 400;

    /** {@return the type of the body} */
    String contentType();

    /** {@return the body in words} */
    String text();

    /** {@return the body as it is sent} */
    default byte[] body() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** In words, as upstream has it for what has no code: shims pass them on with code 999. */
    record Plain(String reason) implements RequestRefusal {
        /** With the end of the line 16 KiB. */
        private static final int LONGEST = (16 << 10) - 1;

        /** Cuts. */
        public Plain {
            reason = GoText.cut(reason, LONGEST, "… (cut)");
        }

        @Override
        public String contentType() {
            return "text/plain; charset=utf-8";
        }

        @Override
        public String text() {
            return reason + "\n";
        }
    }

    /** With the code that the container runtime is to have. */
    record Coded(CniError error) implements RequestRefusal {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public String text() {
            return error.json();
        }
    }

    /** {@return the refusal of variables or of a configuration, in upstream's words} */
    static Plain badArguments(String reason) {
        return new Plain("could not extract the CNI command args: " + reason);
    }

    /** {@return the refusal of what {@code CNI_ARGS} says of the pod, in upstream's words} */
    static Plain badPodArguments(String reason) {
        return new Plain("could not extract the kubernetes runtime args: " + reason);
    }
}
