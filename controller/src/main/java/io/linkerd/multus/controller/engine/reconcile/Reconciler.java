// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

/**
 * Brings the world of one key to what it should be; safe to call at any time, and without effect where nothing differs.
 *
 * <p>Called only while we lead and, between a start and its stop, never twice at a time for one key: a key that is added while it is in work comes again
 * afterwards. {@link ReconcileResult.Settled} and {@link ReconcileResult.Requeue} end a series of failures. A
 * {@link ReconcileResult.Failed} and an exception lengthen it: the key comes again after 100 ms, doubled each time up to 30 s and
 * shortened by up to a half, without holding up other keys.
 */
@FunctionalInterface
public interface Reconciler<K> {
    /**
     * Looks at the world as it is now, and does what it lacks.
     *
     * @throws io.linkerd.multus.controller.engine.api.ApiException where the API server did not do what it was asked for; what
     *     follows depends on why: {@link ReconcileResult#of}
     */
    ReconcileResult reconcile(K key);

    /** The loop has been stopped, and no key is in work: what is known of keys is as old from now on. */
    default void forget() {}
}
