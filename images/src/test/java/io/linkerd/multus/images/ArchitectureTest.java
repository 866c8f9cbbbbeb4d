// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.linkerd.multus.contracts.rules.HouseRules;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String OURS = "io.linkerd.multus";

    /** Which of our packages a package may use, beside the local cluster's; the packages of workloads are compiled here. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("images", List.of()),
            Map.entry("images.advisories", List.of()),
            Map.entry("images.cli", List.of("images", "images.runtime", "images.layers")),
            Map.entry("images.operator", List.of("images")),
            Map.entry("images.manifests", List.of("images", "images.operator")),
            Map.entry("images.oci", List.of()),
            Map.entry(
                    "images.release",
                    List.of(
                            "images",
                            "images.advisories",
                            "images.cli",
                            "images.layers",
                            "images.oci",
                            "images.operator")),
            Map.entry("images.runtime", List.of("images")),
            Map.entry("images.layers", List.of("images", "images.runtime")),
            Map.entry("images.training", List.of("images", "images.runtime", "images.layers")),
            Map.entry("installer.training", List.of("images.training")),
            Map.entry("controller.training", List.of("images.training")),
            Map.entry("webhook.training", List.of("images.training")),
            Map.entry("daemon.training", List.of("images.training")),
            Map.entry(
                    "images.build",
                    List.of(
                            "images",
                            "images.cli",
                            "images.runtime",
                            "images.layers",
                            "images.training",
                            "installer.training",
                            "controller.training",
                            "webhook.training",
                            "daemon.training")),
            Map.entry("images.trial", List.of("images", "images.training", "images.build")));

    ArchitectureTest() {
        super(OURS);
    }

    @Test
    void everyPackageHasItsArrows() {
        assertThat(module())
                .extracting(JavaClass::getPackageName)
                .filteredOn(name -> !name.startsWith(OURS + ".localcluster"))
                .isSubsetOf(
                        ARROWS.keySet().stream().map(name -> OURS + "." + name).toList());
    }

    @Test
    void packagesUseTheOnesBelow() {
        ARROWS.forEach((from, to) -> {
            var allowed = Stream.concat(Stream.of(from, "localcluster.."), to.stream())
                    .map(name -> OURS + "." + name)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(OURS + "." + from)
                    .should()
                    .dependOnClassesThat(resideInAPackage(OURS + "..").and(not(resideInAnyPackage(allowed))))
                    .check(module());
        });
    }
}
