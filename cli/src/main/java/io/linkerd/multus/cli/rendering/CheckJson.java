// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.rendering;

import io.linkerd.multus.cli.checks.Category;
import io.linkerd.multus.cli.checks.Check;
import io.linkerd.multus.cli.checks.Report;
import io.linkerd.multus.cli.output.Json;
import io.linkerd.multus.cli.output.Shown;
import io.linkerd.multus.cli.product.Product;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A report as Linkerd's command line reads it from an extension (linkerd2, {@code pkg/healthcheck/healthcheck_output.go}): a check without
 * {@code error} is right to it, whatever {@code result} says, and a right one has no {@code hint}.
 */
final class CheckJson {
    private CheckJson() {}

    static Json of(Report report, Product product) {
        return Json.Members.none()
                .with("success", new Json.Flag(report.isSuccess()))
                .with(
                        "categories",
                        new Json.Items(report.categories().stream()
                                .map(category -> of(category, product))
                                .toList()));
    }

    private static Json of(Category category, Product product) {
        return Json.Members.none()
                .with("categoryName", category.name())
                .with(
                        "checks",
                        new Json.Items(category.checks().stream()
                                .map(check -> of(check, product))
                                .toList()));
    }

    private static Json of(Check check, Product product) {
        var described = Json.Members.none().with("description", shown(check.description()));
        return check.error()
                .map(error -> described.with("hint", product.hint(check.hint())).with("error", shown(error)))
                .orElse(described)
                .with("result", check.result().name().toLowerCase(Locale.ROOT));
    }

    /** Linkerd's command line prints it as it is: what JSON writes as a number would reach the terminal. */
    private static String shown(String text) {
        return text.lines().map(Shown::blanked).collect(Collectors.joining("\n"));
    }
}
