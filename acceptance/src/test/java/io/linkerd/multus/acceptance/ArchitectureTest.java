// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

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
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.linkerd.multus.acceptance";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void theMeshIsThereWithoutTheDemo() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".mesh")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".demo")
                .check(CLASSES);
    }

    @Test
    void noPackagesAreInACycle() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** It is met as anybody meets it: by its images, its chart and its objects. */
    @Test
    void theProductIsMetFromOutside() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.linkerd.multus..")
                        .and(not(resideInAnyPackage(
                                ROOT + "..", "io.linkerd.multus.images", "io.linkerd.multus.localcluster.."))))
                .check(CLASSES);
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
