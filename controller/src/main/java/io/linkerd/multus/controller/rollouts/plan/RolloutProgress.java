// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

/**
 * Where rollouts stand, in a status of bounded size.
 *
 * @param reason one word for machines
 * @param message what is so, and what a person can do about it; it does not change while the cause stays
 * @param outdated workloads with pods that are outdated in any way
 * @param due those that are to be restarted, and are not yet
 * @param atHand those that are being restarted
 * @param failed those of them that do not get on
 * @param left outdated ones that are not restarted by us: they did not opt in, are none of our kinds, or a restart would cure nothing
 */
public record RolloutProgress(
        RolloutReason reason,
        String message,
        FirstNames outdated,
        FirstNames due,
        FirstNames atHand,
        FirstNames failed,
        FirstNames left) {}
