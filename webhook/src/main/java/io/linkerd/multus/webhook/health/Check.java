// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.health;

import java.util.Optional;

/** One thing that has to be so before an API server should call this replica. */
public interface Check {

    /** Says in plain words why it is not so; empty where it is. */
    Optional<String> whyNot();
}
