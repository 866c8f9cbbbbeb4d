// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import java.util.List;

/** What came of all checks, in the order in which what they ask for comes true: the first one that is wrong is the cause. */
public record Report(List<Category> categories) {
    /** Copies. */
    public Report {
        categories = List.copyOf(categories);
    }

    /** {@return whether nothing is wrong; warnings are not} */
    public boolean isSuccess() {
        return categories.stream()
                .flatMap(category -> category.checks().stream())
                .noneMatch(check -> check.result() == Result.ERROR);
    }
}
