// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import java.util.List;
import java.util.Map;

/** What came of asking kubelet on its socket. */
sealed interface Listing {

    /** These devices, by resource. */
    record Devices(Map<String, List<String>> byResource) implements Listing {}

    /** It is not to be asked there. */
    record NotServed(String reason) implements Listing {}

    /** Too many ask at once. */
    record Busy(String reason) implements Listing {}

    /** There is no answer. */
    record Failed(String reason) implements Listing {}
}
