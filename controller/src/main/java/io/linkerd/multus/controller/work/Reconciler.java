// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

/** Brings the world of one key to what it should be; safe to call at any time, and without effect where nothing differs. */
@FunctionalInterface
public interface Reconciler<K> {
    Outcome reconcile(K key);
}
