// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import io.linkerd.multus.images.advisories.Acceptances.Acceptance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether a scan lets a release through. */
public final class ScanGate {
    /** Advisories are published daily: an older scan knows too little of them. */
    static final Duration LONGEST = Duration.ofDays(14);

    /** What {@code scan} asks where it is given no folder. */
    static final String SERVICE = "https://api.osv.dev";

    /** By how much the clock of the machine that scanned may be ahead. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private ScanGate() {}

    /**
     * {@return what of that scan speaks against a release; empty where nothing does}
     *
     * @param scan the file that the script of that name wrote
     * @param bills the bills of materials of what is released, by their modules
     * @param root where the accepted findings are
     */
    public static List<String> problems(Path scan, Map<String, Path> bills, Path root, Instant now) throws IOException {
        var read = new TreeMap<String, Bill>();
        for (var bill : bills.entrySet()) {
            read.put(bill.getKey(), Bill.read(bill.getValue()));
        }
        return problems(Scan.read(scan), read, Acceptances.read(root.resolve(Acceptances.FILE)), now);
    }

    static List<String> problems(Scan scan, Map<String, Bill> bills, Acceptances accepted, Instant now) {
        var problems = new ArrayList<String>();
        problems.addAll(age(scan.time(), now));
        if (!scan.asked().equals(SERVICE)) {
            problems.add("the scan asked \"" + scan.asked()
                    + "\", of which it is not known how old its advisories are: call ./scan" + " without --database");
        }
        problems.addAll(subject(scan, bills));
        problems.addAll(accepted.problems());
        var valid = accepted.all().stream()
                .filter(each -> each.until().isAfter(now))
                .toList();
        accepted.all().stream()
                .filter(each -> !each.until().isAfter(now))
                .forEach(each -> problems.add(Acceptances.FILE + " accepts " + each.id() + " until " + each.until()
                        + ", which is over: raise the library, or judge the finding again and give a later date"));
        scan.findings().stream()
                .filter(finding -> !isAccepted(finding, valid))
                .forEach(
                        finding -> problems.add(finding + ": raise the library in pom.xml and scan again, or accept the"
                                + " finding in " + Acceptances.FILE + " with id, reason and ignoreUntil"));
        return problems;
    }

    private static List<String> age(Instant time, Instant now) {
        if (time.isAfter(now.plus(SKEW))) {
            return List.of("the scan is of " + time + ", which is later than now, " + now
                    + ": set the clock that is wrong, and call ./scan again");
        }
        return time.isBefore(now.minus(LONGEST))
                ? List.of("the scan is of " + time + ", and older than " + LONGEST.toDays()
                        + " days: call ./scan again, which asks for the advisories since")
                : List.of();
    }

    /** The digests say that the scanner read these bills, and the libraries in its report that it understood them. */
    private static List<String> subject(Scan scan, Map<String, Bill> bills) {
        var problems = new ArrayList<String>();
        var modules = new TreeSet<>(bills.keySet());
        modules.addAll(scan.bills().keySet());
        for (var module : modules) {
            var built = bills.containsKey(module) ? bills.get(module).digest() : "none";
            var scanned = scan.bills().getOrDefault(module, "none");
            if (!built.equals(scanned)) {
                problems.add("the scan is about another bill of materials of the module " + module + ": " + scanned
                        + ", and the build made " + built + "; call ./scan again, on this commit");
            }
        }
        var unseen = bills.values().stream()
                .flatMap(bill -> bill.parts().stream())
                .filter(part -> !scan.parts().contains(part))
                .map(Part::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!unseen.isEmpty()) {
            problems.add("the scanner's report says nothing of " + String.join(", ", unseen)
                    + ": it was made without --all-packages, or the scanner did not understand the bills");
        }
        return problems;
    }

    private static boolean isAccepted(Finding finding, List<Acceptance> valid) {
        return valid.stream().anyMatch(each -> finding.isCalled(each.id()));
    }
}
