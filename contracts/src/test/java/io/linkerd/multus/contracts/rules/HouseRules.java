// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What holds in every module; its architecture test extends this and adds the module's own arrows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HouseRules {
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path TESTS = Path.of("src", "test", "java");
    /** 200 as a rule; this many where one algorithm is one thing, which only a reader can tell. */
    private static final int LONGEST_TYPE = 400;

    /** Where decisions lie, beside what carries them out. The command line's plan is a command, and the local cluster's says what it is made of. */
    private static final DescribedPredicate<JavaClass> PLANS = describe(
            "decide only",
            type -> resideInAnyPackage("io.linkerd.multus..plan..", "io.linkerd.multus.contracts.plans..")
                            .test(type)
                    && !resideInAnyPackage("io.linkerd.multus.cli.plan..", "io.linkerd.multus.localcluster.plan..")
                            .test(type));

    private static final Pattern MUTATED = Pattern.compile("(?s)<targetClasses>(.*?)</targetClasses>");
    private static final Pattern MUTANTS_TESTS = Pattern.compile("(?s)<targetTests>(.*?)</targetTests>");
    private static final Pattern PARAMETER = Pattern.compile("<param>([^<]+)</param>");

    private final JavaClasses classes;

    /** {@code root} is the module's package. */
    protected HouseRules(String root) {
        this.classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
                .importPackages(root);
    }

    /** {@return the module's classes, without its tests} */
    protected JavaClasses module() {
        return classes;
    }

    /** The module's own package is one of them: what is matched begins above it. */
    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.linkerd.multus.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void plansDecideOnly() {
        classes()
                .that(PLANS)
                .should()
                .onlyDependOnClassesThat(PLANS.or(resideInAnyPackage(
                        "io.linkerd.multus.contracts..", "io.linkerd.multus.values..", "java..", "org.jspecify..")))
                .allowEmptyShould(true)
                .check(classes);
        Purity.opensNothing(PLANS).check(classes);
        Purity.readsNoStream(PLANS).check(classes);
        Purity.looksAtNoClock(PLANS).check(classes);
        Purity.countsNoCalendar(PLANS).check(classes);
    }

    /** A plan that was moved, and is no longer looked for where mutants are made, would count as tested. */
    @Test
    void everyPlanIsMutated() throws IOException {
        var pom = Files.readString(Path.of("pom.xml"));
        var mutated = globs(pom, MUTATED);
        var tests = globs(pom, MUTANTS_TESTS);
        assertThat(classes.stream().filter(PLANS).map(JavaClass::getPackageName).distinct())
                .allSatisfy(plan -> {
                    assertThat(mutated).as("targetClasses").anyMatch(glob -> (plan + ".Type").matches(glob));
                    assertThat(tests.isEmpty() || tests.stream().anyMatch(glob -> (plan + ".TypeTest").matches(glob)))
                            .as("targetTests have those of " + plan)
                            .isTrue();
                });
    }

    /** What the mutation tests' list in a pom.xml says, as patterns. */
    private static List<String> globs(String pom, Pattern list) {
        return list.matcher(pom)
                .results()
                .flatMap(found -> PARAMETER.matcher(found.group(1)).results())
                .map(parameter -> parameter.group(1).replace(".", "\\.").replace("*", ".*"))
                .toList();
    }

    @Test
    void noStateIsStatic() {
        ArchRuleDefinition.fields()
                .that()
                .areStatic()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(classes);
    }

    @Test
    void noTypeIsLongerThanAPersonReadsAtOnce() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readAllLines(file))
                            .as(file.toString())
                            .hasSizeLessThanOrEqualTo(LONGEST_TYPE));
        }
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        try (var folders = Files.walk(SOURCES)) {
            assertThat(folders.filter(HouseRules::holdsSources))
                    .isNotEmpty()
                    .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                            .content()
                            .contains("@NullMarked", "/**"));
        }
    }

    /** Surefire's own pattern for names takes what begins with Test: such a test ran twice, first without what it needs. */
    @Test
    void noIntegrationTestIsRunAmongTheUnitTestsToo() throws IOException {
        try (var files = Files.walk(TESTS)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .noneMatch(name -> name.startsWith("Test") && name.endsWith("IT.java"));
        }
    }

    /** A build in a pod, or of a person who has a cluster, found both here; the parent's pom.xml says what tests find. */
    @Test
    void testsAreLedToNoClusterOfTheMachine() {
        assertThat(System.getenv().keySet())
                .noneMatch(name -> Stream.of("KUBERNETES_SERVICE_", "KUBERNETES_PORT", "HELM_KUBE", "HELM_DRIVER")
                        .anyMatch(name::startsWith));
        assertThat(Path.of(System.getenv().getOrDefault("KUBECONFIG", "~/.kube/config")))
                .content()
                .contains("https://no-cluster-of-this-machine.invalid");
    }

    private static boolean holdsSources(Path folder) {
        try (var files = Files.newDirectoryStream(folder, "*.java")) {
            return files.iterator().hasNext();
        } catch (IOException _) {
            return false;
        }
    }
}
