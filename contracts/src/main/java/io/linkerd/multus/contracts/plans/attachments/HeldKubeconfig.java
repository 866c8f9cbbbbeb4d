// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import java.time.Duration;
import java.util.Optional;

/**
 * That attachments go on naming an earlier path of the plugin's kubeconfig, since installers have not written the other one everywhere.
 *
 * @param path of before
 * @param seen how far the installers were at the last look
 * @param since moment from which on {@link KubeconfigRollout#onlyAwaits} has held without a break, in nanoseconds of any clock that does not jump
 */
public record HeldKubeconfig(String path, KubeconfigRollout seen, long since) {
    /** {@return the first look at a path of before} */
    public static HeldKubeconfig at(String path, long moment) {
        return new HeldKubeconfig(path, KubeconfigRollout.UNKNOWN, moment);
    }

    /**
     * {@return what holds after another look; empty where attachments may name the other path}
     *
     * @param moment of the look, by the clock of {@code since}
     * @param patience with nodes that have no ready installer
     */
    public Optional<HeldKubeconfig> after(KubeconfigRollout now, long moment, Duration patience) {
        long awaiting = seen.onlyAwaits() && now.onlyAwaits() ? since : moment;
        return now.letsAttachmentsFollow(Duration.ofNanos(moment - awaiting), patience)
                ? Optional.empty()
                : Optional.of(new HeldKubeconfig(path, now, awaiting));
    }
}
