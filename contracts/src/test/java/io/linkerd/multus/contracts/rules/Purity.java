// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.UUID;

/** What a value and a decision do without, so that the same input has the same outcome. A module without any of them breaks no rule. */
public final class Purity {
    private Purity() {}

    /** They open nothing: no file, no socket, no thread, nothing of the process. */
    public static ArchRule opensNothing(DescribedPredicate<? super JavaClass> pure) {
        return noClasses()
                .that(pure)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
                .orShould()
                .accessClassesThat()
                .belongToAnyOf(
                        System.class,
                        Thread.class,
                        Runtime.class,
                        ProcessBuilder.class,
                        ProcessHandle.class,
                        Random.class,
                        UUID.class)
                .allowEmptyShould(true);
    }

    /** They read no stream, not even one that the caller opened. */
    public static ArchRule readsNoStream(DescribedPredicate<? super JavaClass> pure) {
        return noClasses()
                .that(pure)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio")
                .allowEmptyShould(true);
    }

    /** A length of time and a moment that is handed in are no clocks. Calendars count elsewhere. */
    public static ArchRule countsNoCalendar(DescribedPredicate<? super JavaClass> pure) {
        return noClasses()
                .that(pure)
                .should()
                .dependOnClassesThat(resideInAPackage("java.time..")
                        .and(not(belongToAnyOf(
                                Duration.class, Instant.class, DateTimeException.class, ChronoUnit.class))))
                .allowEmptyShould(true);
    }

    /** They are told the time. */
    public static ArchRule looksAtNoClock(DescribedPredicate<? super JavaClass> pure) {
        var asks = noClasses()
                .that(pure)
                .should()
                .callMethodWhere(
                        target(owner(resideInAPackage("java.time.."))).and(target(nameMatching("now|systemDefault"))))
                .allowEmptyShould(true);
        return CompositeArchRule.of(noClasses()
                        .that(pure)
                        .should()
                        .dependOnClassesThat()
                        .belongToAnyOf(Clock.class, InstantSource.class)
                        .allowEmptyShould(true))
                .and(asks);
    }
}
