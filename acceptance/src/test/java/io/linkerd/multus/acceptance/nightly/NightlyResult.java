// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.nightly;

import io.linkerd.multus.images.release.NightlyNotes;
import io.linkerd.multus.images.release.NightlyPart;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Notes on the commit which parts of the nightly tests passed on it, once each test of the part has, and all that the test is in: a cluster
 * that cannot be ended fails what ran there.
 */
public final class NightlyResult implements TestExecutionListener {
    private final NightlyNotes notes;
    private final boolean whole;
    private final PrintStream out;
    private final Set<NightlyPart> passed = new ConcurrentSkipListSet<>();
    private final Set<NightlyPart> failed = new ConcurrentSkipListSet<>();
    private volatile Optional<TestPlan> plan = Optional.empty();
    /** What was checked out when the tests began; empty where it is no commit, and why. */
    private volatile String commit = "";

    private volatile String whyNone = "";

    /** For the service loader. With tests chosen by name no part is whole, and nothing is noted. */
    public NightlyResult() {
        this(
                LocalClusterExtension.project(),
                Stream.of("test", "it.test").allMatch(property -> System.getProperty(property) == null),
                System.out);
    }

    NightlyResult(Path root, boolean whole, PrintStream out) {
        this.notes = new NightlyNotes(root);
        this.whole = whole;
        this.out = out;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan begun) {
        plan = Optional.of(begun);
        if (!whole || begun.getRoots().stream().allMatch(root -> parts(root).isEmpty())) {
            return;
        }
        try {
            commit = notes.tested();
        } catch (IOException e) {
            whyNone = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            whyNone = "interrupted";
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        failed.addAll(parts(test));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() != Status.SUCCESSFUL) {
            failed.addAll(parts(test));
        } else if (test.isTest()) {
            passed.addAll(parts(test));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan ended) {
        var green = new TreeSet<>(passed);
        green.removeAll(failed);
        for (var part : green) {
            out.println("nightly tests, part " + part.tag() + ": passed, " + noted(part));
        }
    }

    private String noted(NightlyPart part) {
        if (!whole) {
            return "as far as it was run; no note on the commit";
        }
        if (commit.isEmpty()) {
            return "no note on the commit: " + whyNone;
        }
        try {
            notes.record(part, commit);
            return "noted on the commit";
        } catch (IOException e) {
            return "no note on the commit: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "no note on the commit: interrupted";
        }
    }

    /** {@return the parts that a test is of, or the tests in a class or in the whole run} */
    private Set<NightlyPart> parts(TestIdentifier test) {
        var within = plan.map(tests -> tests.getDescendants(test)).orElse(Set.of());
        return Stream.concat(Stream.of(test), within.stream())
                .flatMap(each -> Stream.of(NightlyPart.values()).filter(part -> isOf(each, part)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isOf(TestIdentifier test, NightlyPart part) {
        return test.getTags().stream().anyMatch(tag -> tag.getName().equals(part.tag()));
    }
}
