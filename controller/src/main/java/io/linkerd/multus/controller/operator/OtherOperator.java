// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.ControllerContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one of another namespace that carries the {@code LinkerdMultus} out: the status names it. That is told where people look for this one: in
 * its namespace's Events, and in its log.
 */
final class OtherOperator {
    /** Reason of the Event. */
    static final String REASON = "OtherOperator";

    private static final Logger log = LoggerFactory.getLogger(OtherOperator.class);

    private final ControllerContext context;
    private final String namespace;
    private final AtomicReference<Optional<String>> told = new AtomicReference<>(Optional.empty());

    OtherOperator(ControllerContext context, String namespace) {
        this.context = context;
        this.namespace = namespace;
    }

    /**
     * {@return the namespace of another operator that carries it out}
     *
     * @param keeper the namespace that the status names
     * @param own this one's
     * @param exists whether there is such a namespace; without it, its operator and its operand are gone
     */
    static Optional<String> of(Optional<String> keeper, String own, Predicate<String> exists) {
        return keeper.filter(named -> !named.equals(own) && exists.test(named));
    }

    /** Tells that the one in that namespace does. */
    void carriesOut(String theirs) {
        if (!told.getAndSet(Optional.of(theirs)).equals(Optional.of(theirs))) {
            log.atWarn()
                    .addKeyValue("namespace", theirs)
                    .log("the operator of that namespace carries out the LinkerdMultus; this one does nothing");
        }
        context.namespaces()
                .get(namespace)
                .ifPresent(own -> context.notices()
                        .hold(
                                REASON,
                                List.of(Notice.warning(
                                        Subject.namespace(own.name(), own.uid()), REASON, message(theirs)))));
    }

    /** Nobody else does. */
    void isGone() {
        told.set(Optional.empty());
        context.notices().hold(REASON, List.of());
    }

    private static String message(String theirs) {
        return ("The operator in namespace %1$s carries out the LinkerdMultus cluster (status.namespace), so this one does nothing."
                        + " A cluster needs one: uninstall this one. To have this one do it, delete the LinkerdMultus while that of %1$s"
                        + " runs, uninstall that, and create the LinkerdMultus again; where %1$s has no operator any more, delete that namespace.")
                .formatted(theirs);
    }
}
