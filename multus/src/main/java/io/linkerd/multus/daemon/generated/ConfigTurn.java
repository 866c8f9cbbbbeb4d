// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.time.Duration;

/** How one look at the files of the node ended. */
sealed interface ConfigTurn {

    /** Nothing to do until something happens, or for so long. */
    record Rest(Duration longest) implements ConfigTurn {}

    /** Something was done; another look tells whether that was all. */
    record Again() implements ConfigTurn {}

    /** Something to do, but not before so long. */
    record GivingWay(Duration pause) implements ConfigTurn {}

    /** Something could not be done; events are no reason to hurry, since the attempt may have caused them. */
    record Failed() implements ConfigTurn {}

    /** The configuration was removed, and is not made again. */
    record Over() implements ConfigTurn {}
}
