// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

/** Is told whether a {@link ListWatch} hears of each change, always by the thread that follows. */
public interface SyncObserver {
    /** A watch has begun: each change is told from now on. */
    default void inStep() {}

    /** The API server has told something, a bookmark for one, so that all before is known. */
    default void heard() {}

    /** The watch has ended, in good order or not; the next one tells what happens until it begins. */
    default void ended(String why) {}

    /** No list and no watch can be had now. */
    default void lost(ApiFailure why) {}
}
