// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitecturePageTest {
    private static final String PAGE = "docs/architecture.md";
    private static final Pattern ANSWER =
            Pattern.compile("(?m)^\\| [^|]+\\? \\| `(io\\.linkerd\\.multus\\.[a-z.]+)` \\|$");
    private static final Pattern QUESTIONS = Pattern.compile("(?ms)^## Where is …\\?$(.*?)^## ");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|(?! question \\|)(?!---).*$");
    private static final Pattern WALKS = Pattern.compile("(?ms)^## [A-Z][a-z]+ walks$(.*?)^## ");
    private static final Pattern ROOM =
            Pattern.compile("`((?:controller|installer|webhook|contracts|values|service|daemon|cli)\\.[a-z.]+)`");

    /** A type, nested or not, and perhaps a method or constant of it. */
    private static final Pattern TYPE =
            Pattern.compile("`([A-Z][A-Za-z]+(?:\\.[A-Z][A-Za-z]+)*(?:\\.(?:[a-z][A-Za-z]*|[A-Z_]{3,}))?)`");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern LABEL = Pattern.compile("\\b(label=)\"([^\"]+)\"");
    private static final Map<String, String> MODULES =
            Map.of("localcluster", "local-cluster", "values", "linkerd-values", "daemon", "multus");

    /** Kinds of the API server, and a value of one: they are in the CRDs. */
    private static final Set<String> KINDS = Set.of("LinkerdConfig", "LinkerdMultus", "Enforce");

    @Test
    void aNewcomersQuestionsAreAnsweredByPackagesThatAreThere() {
        var answers = Repository.found(ANSWER, Repository.text(PAGE));

        assertThat(Repository.matches(ANSWER, Repository.text(PAGE))).hasSizeGreaterThanOrEqualTo(20);
        assertThat(answers).allSatisfy(ArchitecturePageTest::isAPackage);
    }

    /** One that is written otherwise would be held by no other test. */
    @Test
    void everyRowOfTheQuestionsIsAQuestionAndAPackage() {
        var rows = Repository.matches(ROW, section(QUESTIONS)).map(MatchResult::group);

        assertThat(rows).isNotEmpty().allMatch(row -> ANSWER.matcher(row).matches());
    }

    static Set<String> modules() {
        return Repository.found(MODULE, Repository.text("pom.xml"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyPackageIsTheAnswerToAQuestion(String module) throws IOException {
        var answers = Repository.matches(ANSWER, Repository.text(PAGE))
                .map(match -> match.group(1))
                .toList();
        var sources = Repository.path(module + "/src/main/java");

        try (var files = Files.walk(sources)) {
            assertThat(files.filter(file -> file.endsWith("package-info.java"))
                            .map(file -> sources.relativize(file.getParent())
                                    .toString()
                                    .replace('/', '.')))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(answers).contains(each));
        }
    }

    @Test
    void theWalksGoThroughPackagesThatAreThere() {
        var rooms = Repository.found(ROOM, Repository.text(PAGE));

        assertThat(rooms).hasSizeGreaterThan(10);
        assertThat(rooms).allSatisfy(room -> isAPackage("io.linkerd.multus." + room));
    }

    @Test
    void theWalksNameTypesAndMembersThatAreThere() {
        var names = Repository.found(TYPE, section(WALKS));
        names.removeAll(KINDS);
        var sources = modules().stream()
                .flatMap(Repository::sources)
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString().replace(".java", "")));

        assertThat(names).hasSizeGreaterThan(10).allSatisfy(name -> {
            var parts = List.of(name.split("\\.", -1));
            assertThat(sources.getOrDefault(parts.getFirst(), List.of()))
                    .as(name)
                    .anyMatch(file -> declares(Repository.text(file), parts.subList(1, parts.size())));
        });
    }

    @Test
    void thePictureIsDrawnFromItsSource() {
        var picture =
                Repository.text("docs/architecture.svg").replace("&#39;", "'").replace("&#45;", "-");
        var labels = Repository.matches(LABEL, Repository.text("docs/architecture.dot"))
                .flatMap(match -> match.group(2).lines())
                .flatMap(label -> Pattern.compile("\\\\n").splitAsStream(label))
                .toList();

        assertThat(labels).hasSizeGreaterThan(20);
        assertThat(labels).allSatisfy(label -> assertThat(picture).contains(">" + label + "<"));
    }

    /** A nested type, a method or a constant. */
    private static boolean declares(String source, List<String> members) {
        return members.stream()
                .allMatch(member -> Pattern.compile("(?m)^ +(?!return |//|\\*|\\.)[^=;\"]*\\b" + member + "\\b[(< ,;]")
                        .matcher(source)
                        .find());
    }

    private static String section(Pattern section) {
        var found = Repository.found(section, Repository.text(PAGE));
        assertThat(found).as(section.pattern()).hasSize(1);
        return String.join("", found);
    }

    private static void isAPackage(String name) {
        var room = name.split("\\.", -1)[3].toLowerCase(Locale.ROOT);
        var folder = MODULES.getOrDefault(room, room) + "/src/main/java/" + name.replace('.', '/');
        assertThat(Files.exists(Repository.path(folder + "/package-info.java")))
                .as(folder)
                .isTrue();
    }
}
