// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.rendering;

import io.linkerd.multus.cli.checks.Category;
import io.linkerd.multus.cli.checks.Check;
import io.linkerd.multus.cli.checks.Report;
import io.linkerd.multus.cli.checks.Result;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Mark;
import io.linkerd.multus.cli.output.Wrapped;
import io.linkerd.multus.cli.product.Product;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A report for people, in the shape of {@code linkerd check}. */
record CheckTable(Look look, Product product) {
    private static final String INDENT = "    ";

    /** {@return every check} */
    String all(Report report) {
        return of(report, _ -> true);
    }

    /** {@return what is wrong, and what is not as it should be} */
    String notRight(Report report) {
        return of(report, check -> check.result() != Result.SUCCESS);
    }

    private String of(Report report, Predicate<Check> shown) {
        var categories = report.categories().stream()
                .map(category -> new Category(
                        category.name(),
                        category.checks().stream().filter(shown).toList()))
                .filter(category -> !category.checks().isEmpty())
                .map(category -> of(category) + "\n")
                .collect(Collectors.joining());
        var status = (report.isSuccess() ? Mark.RIGHT : Mark.WRONG).on(look);
        return categories + "Status check results are " + status + "\n";
    }

    private String of(Category category) {
        var name = category.name();
        return name + "\n" + "-".repeat(name.codePointCount(0, name.length())) + "\n"
                + category.checks().stream().map(this::of).collect(Collectors.joining());
    }

    private String of(Check check) {
        var line = mark(check.result()).on(look) + " " + Wrapped.line(check.description()) + "\n";
        return check.error()
                .map(error -> line + Wrapped.text(error, INDENT) + INDENT + "see " + product.hint(check.hint())
                        + " for hints\n")
                .orElse(line);
    }

    private static Mark mark(Result result) {
        return switch (result) {
            case SUCCESS -> Mark.RIGHT;
            case WARNING -> Mark.WARNING;
            case ERROR -> Mark.WRONG;
        };
    }
}
