// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String OURS = "io.linkerd.multus";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(OURS);

    /** Which of our packages a package may use, beside the local cluster's; the packages of workloads are compiled here. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("images", List.of()),
            Map.entry("images.runtime", List.of("images")),
            Map.entry("images.layers", List.of("images", "images.runtime")),
            Map.entry("images.training", List.of("images", "images.runtime", "images.layers")),
            Map.entry("installer.training", List.of("images.training")),
            Map.entry("controller.training", List.of("images.training")),
            Map.entry("webhook.training", List.of("images.training")),
            Map.entry(
                    "images.build",
                    List.of(
                            "images",
                            "images.runtime",
                            "images.layers",
                            "images.training",
                            "installer.training",
                            "controller.training",
                            "webhook.training")));

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
                    .check(CLASSES);
        });
    }

    @Test
    void noPackagesAreInACycle() {
        slices().matching(OURS + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void typesFitOnAFewScreens() throws IOException {
        try (var files = Files.walk(Path.of("src", "main", "java"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources)
                    .isNotEmpty()
                    .allSatisfy(source -> assertThat(Files.readAllLines(source))
                            .as(source.toString())
                            .hasSizeLessThanOrEqualTo(200));
        }
    }
}
