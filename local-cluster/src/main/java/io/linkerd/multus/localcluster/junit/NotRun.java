// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.junit;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says at the end of a run which tests were not run, and why: a class that is left out looks like one that passed otherwise. */
public final class NotRun implements TestExecutionListener {
    private final Map<String, String> reasons = new ConcurrentHashMap<>();
    private final PrintStream out;

    /** For the service loader: tells whoever runs the build. */
    public NotRun() {
        this(System.out);
    }

    NotRun(PrintStream out) {
        this.out = out;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        reasons.put(name(test), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
            reasons.put(
                    name(test), result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (!reasons.isEmpty()) {
            out.println(report(reasons));
        }
    }

    /** Returns a line for each test, in the order of their names. */
    private static String report(Map<String, String> reasons) {
        var text = new StringBuilder("NOT RUN, and so neither passed nor failed:");
        new TreeMap<>(reasons)
                .forEach((test, reason) -> text.append("\n  ")
                        .append(test)
                        .append(": ")
                        .append(reason.replaceFirst("^Assumption failed: ", "")));
        return text.toString();
    }

    private static String name(TestIdentifier test) {
        return test.getSource().map(NotRun::name).orElseGet(test::getDisplayName);
    }

    private static String name(TestSource source) {
        return switch (source) {
            case ClassSource type -> type.getClassName();
            case MethodSource method -> method.getClassName() + "." + method.getMethodName();
            default -> source.toString();
        };
    }
}
