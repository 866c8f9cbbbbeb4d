// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
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
    private static final String ROOT = "io.linkerd.multus.localcluster";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** The package of the cluster itself, by its name below itself. */
    private static final String CLUSTER = "";

    /** Which of our packages a package may use. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("programs", List.of()),
            Map.entry("processes", List.of()),
            Map.entry("pki", List.of()),
            Map.entry("supervisor", List.of("processes", "programs")),
            Map.entry("plan", List.of("pki", "supervisor")),
            Map.entry("apiserver", List.of("pki", "plan", "processes", "programs", "supervisor")),
            Map.entry("addons", List.of("plan", "programs")),
            Map.entry("store", List.of("addons", "plan", "programs", "supervisor")),
            Map.entry(CLUSTER, List.of("addons", "pki", "plan", "processes", "programs", "store", "supervisor")),
            Map.entry("registry", List.of("addons", "plan", "programs")),
            Map.entry("olm", List.of("addons", "programs", "registry")),
            Map.entry("junit", List.of(CLUSTER, "plan", "programs")));

    @Test
    void everyPackageHasItsArrows() {
        assertThat(CLASSES)
                .extracting(JavaClass::getPackageName)
                .isSubsetOf(ARROWS.keySet().stream()
                        .map(ArchitectureTest::packageName)
                        .toList());
    }

    @Test
    void packagesUseTheOnesBelow() {
        ARROWS.forEach((from, to) -> {
            var allowed = Stream.concat(Stream.of(from), to.stream())
                    .map(ArchitectureTest::packageName)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(packageName(from))
                    .should()
                    .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(allowed))))
                    .check(CLASSES);
        });
    }

    private static String packageName(String belowRoot) {
        return belowRoot.isEmpty() ? ROOT : ROOT + "." + belowRoot;
    }

    @Test
    void noPackagesAreInACycle() {
        slices().matching("io.linkerd.multus.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noProductOfOursIsKnown() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.linkerd.multus..").and(not(resideInAPackage(ROOT + ".."))))
                .check(CLASSES);
    }

    @Test
    void aClusterNeedsNoTestFramework() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".junit")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .check(CLASSES);
    }

    /** As in the house's other modules: the parent's pom.xml says what tests find. */
    @Test
    void testsAreLedToNoClusterOfTheMachine() {
        assertThat(System.getenv().keySet())
                .noneMatch(name -> Stream.of("KUBERNETES_SERVICE_", "KUBERNETES_PORT", "HELM_KUBE", "HELM_DRIVER")
                        .anyMatch(name::startsWith));
        assertThat(Path.of(System.getenv().getOrDefault("KUBECONFIG", "~/.kube/config")))
                .content()
                .contains("https://no-cluster-of-this-machine.invalid");
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
