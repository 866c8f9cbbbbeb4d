// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

/** Is told what a {@link ListWatch} hears, always by the thread that follows. */
public interface WatchObserver<T> extends SyncObserver {
    /** A list begins; what is {@link #found} from now on counts once it is {@link #listed}. */
    default void listing() {}

    /** The list has this one. */
    default void found(T object) {}

    /** Those that were found, and no others, were there at that version. */
    default void listed(String version) {}

    /** It is there, and like this. */
    default void put(T object) {}

    /** It is not there any more, and was like this. */
    default void removed(T object) {}

    /** {@return one that keeps nothing of what it is told, for a listener that looks for itself wherever something may have changed} */
    static <T> WatchObserver<T> signalling(Runnable changed) {
        return new WatchObserver<>() {
            @Override
            public void put(T object) {
                changed.run();
            }

            @Override
            public void removed(T object) {
                changed.run();
            }

            // What happened before is told by no watch.
            @Override
            public void inStep() {
                changed.run();
            }
        };
    }
}
