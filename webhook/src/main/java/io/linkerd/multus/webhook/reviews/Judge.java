// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;

/** Decides on objects of one kind. Changes nothing anywhere. */
public interface Judge<T> {
    /** {@return the case of an object that is to be, in place of {@code before} where there was one} */
    Case begin(String namespace, T object, Optional<T> before);

    /** {@return the verdict on a review of something else, which is admitted} */
    Cause otherwise();

    /** {@return the verdict where we failed} */
    Verdict afterFailure();

    /** One object under review. */
    interface Case {
        /** {@return the verdict, where it takes no time and nothing has to be asked for it} Never waits. */
        default Optional<Verdict> atOnce() {
            return Optional.empty();
        }

        /** {@return the verdict}, with what can be asked until the deadline. */
        Verdict until(Deadline deadline);
    }
}
