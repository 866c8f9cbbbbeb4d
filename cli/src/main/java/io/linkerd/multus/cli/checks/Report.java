// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import java.util.List;
import java.util.Set;

/** What came of all checks, in the order in which what they ask for comes true: the first one that is wrong is the cause. */
public record Report(List<Category> categories) {
    private static final Set<String> PASSING = Set.of(
            "linkerd-not-ready",
            "release-not-ready",
            "webhook-not-trusted",
            "webhook-unreachable",
            "node-without-plugin",
            "attachment-missing",
            "pod-refused",
            "not-scheduled",
            "failed-create-pod-sandbox",
            "exit-code-95",
            "proxy-not-ready",
            "scc-binding-missing",
            "policy-lease");

    /** Copies. */
    public Report {
        categories = List.copyOf(categories);
    }

    /** {@return whether all that is wrong may pass without a person's doing: what is not ready yet, or tried again} */
    public boolean mayPass() {
        return categories.stream()
                .flatMap(category -> category.checks().stream())
                .filter(check -> check.result() == Result.ERROR)
                .allMatch(check -> PASSING.contains(check.hint()));
    }

    /** {@return whether nothing is wrong; warnings are not} */
    public boolean isSuccess() {
        return categories.stream()
                .flatMap(category -> category.checks().stream())
                .noneMatch(check -> check.result() == Result.ERROR);
    }
}
