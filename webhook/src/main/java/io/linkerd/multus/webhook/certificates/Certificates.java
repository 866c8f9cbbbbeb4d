// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.util.List;

/** Looks after this replica's certificate from start to stop, and says whether an API server would trust it. */
public interface Certificates extends AutoCloseable {

    /** Begins to look; returns at once. */
    void start();

    /** Has something that was waited for, such as the server's port, looked at now. */
    void wake();

    /** {@return in plain words, why an API server would not trust this replica; nothing where it would} */
    List<String> whyNotReady();

    /** {@return in plain words, what has stopped and must never; nothing where nothing has} */
    List<String> whyNotAlive();

    /**
     * Deletes the configurations that have the API server call this release, where the release's namespace is being deleted and there is a
     * right to it; returns within 10 s. For a replica that was told to stop, and still serves.
     */
    void leaveNoConfigurationBehind();

    @Override
    void close();
}
