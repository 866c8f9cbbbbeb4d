// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** What has to stay so, which only time tells: {@code -Dwaiting=PT5M} looks on for longer. */
final class Lasting {
    private Lasting() {}

    /** Looks on for so long, where nothing else is said, while the condition holds. */
    static void holds(String condition, Duration unlessToldOtherwise, Callable<Boolean> holds) {
        var time = Duration.parse(System.getProperty("waiting", unlessToldOtherwise.toString()));
        await(condition).during(time).atMost(time.multipliedBy(2)).until(holds);
    }
}
