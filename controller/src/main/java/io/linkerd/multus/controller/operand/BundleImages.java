// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import java.util.Optional;

/**
 * The images that the operator came with, by digest; where it names none, those of the chart.
 *
 * @param plugin Linkerd's image with its CNI plugin
 */
public record BundleImages(Optional<String> installer, Optional<String> webhook, Optional<String> plugin) {
    /** It names none. */
    public static final BundleImages NONE = new BundleImages(Optional.empty(), Optional.empty(), Optional.empty());
}
