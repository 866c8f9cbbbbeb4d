// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import io.linkerd.multus.values.InjectorVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Three of Linkerd's injectors, each with the text that its kubelet brought last, which happens once a minute. They deny every pod by a text that
 * is broken, and by one that only they find fault with.
 */
final class Injectors implements InjectionProbe {
    /** A value that no rule of ours refuses. */
    static final String TRAP = "trace";

    private static final Duration SYNC = Duration.ofMinutes(1);

    private final Supplier<String> text;
    private final boolean mayBeAsked;
    private final List<String> brought = new ArrayList<>();
    private final List<Duration> next = new ArrayList<>();
    private int turn;

    Injectors(Supplier<String> text, boolean mayBeAsked, Random random) {
        this.text = text;
        this.mayBeAsked = mayBeAsked;
        for (int injector = 0; injector < 3; injector++) {
            brought.add(text.get());
            next.add(Duration.ofSeconds(random.nextInt(60)));
        }
    }

    boolean mayBeAsked() {
        return mayBeAsked;
    }

    /** Kubelets bring what there is at their moments. */
    void time(Duration now) {
        for (int injector = 0; injector < next.size(); injector++) {
            if (next.get(injector).compareTo(now) <= 0) {
                brought.set(injector, text.get());
                next.set(injector, now.plus(SYNC));
            }
        }
    }

    @Override
    public InjectionProbeResult ask() {
        if (!mayBeAsked) {
            return new InjectionProbeResult.NotAsked("cannot create services: forbidden");
        }
        turn = (turn + 1) % brought.size();
        var known = brought.get(turn);
        return denies(known)
                ? new InjectionProbeResult.Refused("admission webhook denied the request")
                : new InjectionProbeResult.Injected(WrittenText.digest(known));
    }

    static boolean denies(String text) {
        return !InjectorVerdict.of(text).isFine()
                || text.contains("logLevel: \"" + TRAP)
                || text.contains("logLevel: " + TRAP);
    }
}
