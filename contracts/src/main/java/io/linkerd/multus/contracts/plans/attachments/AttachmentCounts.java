// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.plans.Change;
import java.util.stream.Stream;

/**
 * How many namespaces have what they ask for.
 *
 * @param attached those whose attachment is there and says what it has to
 * @param waiting those that get theirs as soon as it can be written: for want of Linkerd's configuration, or since the API server refuses it,
 *     or another writer keeps undoing it
 * @param blocked those where an attachment of another maker has the name of ours
 * @param leaving those that do not ask any more, and whose pods still need it
 */
public record AttachmentCounts(int attached, int waiting, int blocked, int leaving) {
    static final AttachmentCounts NONE = new AttachmentCounts(0, 0, 0, 0);

    /** {@return those of namespaces about which that is to be done} */
    public static AttachmentCounts of(Stream<AttachmentPlan> plans) {
        return plans.map(AttachmentCounts::of).reduce(NONE, AttachmentCounts::plus);
    }

    private static AttachmentCounts of(AttachmentPlan plan) {
        return switch (plan.standing()) {
            case OUT -> NONE;
            case IN_PLACE ->
                plan.change() instanceof Change.Keep<String>
                        ? new AttachmentCounts(1, 0, 0, 0)
                        : new AttachmentCounts(0, 1, 0, 0);
            case WAITING, REFUSED, CONTESTED -> new AttachmentCounts(0, 1, 0, 0);
            case FOREIGN, OTHER_RELEASE -> new AttachmentCounts(0, 0, 1, 0);
            case LEAVING -> new AttachmentCounts(0, 0, 0, 1);
        };
    }

    private AttachmentCounts plus(AttachmentCounts more) {
        return new AttachmentCounts(
                attached + more.attached, waiting + more.waiting, blocked + more.blocked, leaving + more.leaving);
    }
}
