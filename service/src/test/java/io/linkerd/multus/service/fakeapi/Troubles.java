// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which requests fail, how, and how often. */
final class Troubles {
    private static final class Rule {
        private final String prefix;
        private final Failure failure;
        private int left;

        Rule(String prefix, Failure failure, int times) {
            this.prefix = prefix;
            this.failure = failure;
            this.left = times;
        }
    }

    private final List<Rule> rules = new ArrayList<>();
    private int healed;

    synchronized void add(String prefix, Failure failure, int times) {
        rules.add(new Rule(prefix, failure, times));
    }

    synchronized void heal() {
        rules.clear();
        healed++;
        notifyAll();
    }

    /** The failure of this request, which is used up by that. */
    synchronized Optional<Failure> next(Request request) {
        var rule = rules.stream()
                .filter(each -> request.toString().startsWith(each.prefix) && each.left > 0)
                .findFirst();
        rule.ifPresent(each -> each.left--);
        return rule.map(each -> each.failure);
    }

    /** Waits until the troubles of this moment are over. */
    synchronized void awaitEnd() throws InterruptedException {
        for (var before = healed; before == healed; ) {
            wait();
        }
    }
}
