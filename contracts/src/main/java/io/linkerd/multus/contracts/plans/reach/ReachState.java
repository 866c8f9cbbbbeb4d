// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.reach;

/**
 * What is known after some looks.
 *
 * @param reach what is known
 * @param missed how many looks in a row were missed, up to the last one
 * @param unclear how many looks in a row told nothing, up to the last one
 */
public record ReachState(Reach reach, int missed, int unclear) {
    /** Before the first look. */
    public static final ReachState NONE = new ReachState(new Reach.Unknown(), 0, 0);

    /**
     * So many missed looks in a row are no accident: one may have met a replica that was just leaving, or an API server that did not know yet
     * of one that had come.
     */
    public static final int CERTAIN = 3;

    /** {@return the state after one more look} A look that tells nothing changes nothing that is known. */
    public ReachState after(ReachLook look) {
        return switch (look) {
            case ReachLook.Answered _ -> new ReachState(new Reach.Reached(), 0, 0);
            case ReachLook.Missed(var webhook) ->
                new ReachState(missed + 1 >= CERTAIN ? new Reach.Unreached(webhook) : reach, missed + 1, 0);
            case ReachLook.Unclear _ -> new ReachState(reach, 0, unclear + 1);
        };
    }
}
