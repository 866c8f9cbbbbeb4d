// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.Optional;

/** What a person is told who wanted a namespace to take part, or not to, and wrote it so that it does not count. */
public final class OptInNotices {
    /** Reason of the Event about a namespace that is not taken as it was meant. */
    static final String NOT_UNDERSTOOD = "OptInNotUnderstood";

    private OptInNotices() {}

    /** {@return what the namespace says in vain; nothing where no words of its own could change what becomes of it} */
    public static Optional<Notice> of(NamespaceRequest request) {
        var namespace = request.namespace();
        return namespace
                .marks()
                .optInProblem()
                .filter(_ -> !request.controlPlane() && !request.excluded())
                .map(problem -> Notice.warning(
                        Subject.namespace(namespace.name(), namespace.uid()),
                        NOT_UNDERSTOOD,
                        "This namespace's " + problem.inWords(GoText::quote) + ", so pods that say nothing themselves "
                                + (namespace.optedIn() ? "take part" : "do not take part") + ". Annotate it with "
                                + Linkerd.MULTUS + "=" + Linkerd.ENABLED + " or " + Linkerd.MULTUS + "="
                                + Linkerd.DISABLED + "."));
    }
}
