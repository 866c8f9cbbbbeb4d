// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.requests.CniError;

/** What a container runtime is told of failures beside those of plugins, with upstream's words. */
final class Failure {
    static final String NO_ROOM =
            "requests with long network configurations are in work, and there is no memory for one more";

    private Failure() {}

    /** {@return an error that has no code of its own} */
    static CniError of(PodIdentity pod, String cause) {
        return CniError.of(words(pod, cause));
    }

    /** {@return an error that should get better by itself} */
    static CniError tryAgain(PodIdentity pod, String cause) {
        return new CniError(CniError.TRY_AGAIN_LATER, words(pod, cause));
    }

    /** {@return the error of a file} */
    static CniError ofFile(PodIdentity pod, String cause) {
        return new CniError(CniError.IO_FAILURE, words(pod, cause));
    }

    /** {@return what is told where other requests hold as much configuration as all may} */
    static CniError noRoom(PodIdentity pod) {
        return tryAgain(pod, NO_ROOM);
    }

    private static String words(PodIdentity pod, String cause) {
        return "Multus: " + pod.inBrackets() + ": " + cause;
    }
}
