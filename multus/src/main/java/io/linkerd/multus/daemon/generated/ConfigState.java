// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.time.Duration;
import java.util.List;

/** How it stands with the configuration that the container runtime is given. */
public sealed interface ConfigState {

    /** Nothing was looked at yet. */
    record Unknown() implements ConfigState {}

    /** It is there, and as it should be. */
    record InForce(GeneratedConfig config) implements ConfigState {}

    /** The last good one is there; none could be made of what is on the node now. */
    record LastGood(GeneratedConfig config, String reason) implements ConfigState {}

    /** There is none, and none can be made. */
    record Missing(String reason) implements ConfigState {}

    /**
     * It is not as it should be, and is put right only after a pause: another program keeps undoing that.
     *
     * @param opponent which program that is, as far as can be told
     */
    record GivingWay(String opponent, Duration pause) implements ConfigState {}

    /** The files could not be read or written; that is tried again. */
    record Failing(String reason) implements ConfigState {}

    /** It was removed, since the readiness indicator file is gone: the daemon ends. */
    record Removed() implements ConfigState {}

    /** {@return in plain words, what is not as it should be; nothing where pods get their networks} */
    default List<String> whyNotReady() {
        return switch (this) {
            case Unknown _ -> List.of("the configuration for the container runtime is not written yet");
            case InForce _ -> List.of();
            case LastGood(var _, var reason) -> List.of("the last good configuration is kept: " + reason);
            case Missing(var reason) -> List.of("no configuration can be made: " + reason);
            case GivingWay(var opponent, var pause) ->
                List.of("another program keeps undoing the configuration, likely " + opponent
                        + "; it is written again after " + pause.toMillis() + " ms");
            case Failing(var reason) -> List.of(reason);
            case Removed _ -> List.of("the readiness indicator file is gone");
        };
    }
}
