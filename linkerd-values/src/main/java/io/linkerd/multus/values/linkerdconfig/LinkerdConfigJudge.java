// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Judges what a {@code LinkerdConfig} asks for by itself, without a look at the cluster. Nothing has to be written: of what is left out nothing is
 * wanted, the three fields included that had to be there in 2019. Whether Linkerd's injector can read what comes of it is judged on the
 * whole text, and not here.
 */
public final class LinkerdConfigJudge {
    private static final ValuesPath UID = ValuesPath.of("proxy", "uid");
    private static final ValuesPath CNI_ENABLED = ValuesPath.of("cniEnabled");
    private static final ValuesPath VALIDATOR_UID = ValuesPath.of("networkValidator", "securityContext", "runAsUser");
    private static final List<String> PORTS = List.of("admin", "control", "inbound", "outbound");

    /** From here on the chart writes a user id with an exponent, which linkerd-init cannot read. */
    private static final BigDecimal FIRST_WITH_EXPONENT = BigDecimal.valueOf(1_000_000);

    /** Linkerd's own values have 10 KB; a ConfigMap holds 1 MiB. */
    private static final int MOST_CHARACTERS = 64 << 10;

    private static final int MOST_DIGITS = 40;

    private final LinkerdConfigSpec spec;
    private final Instant now;
    private final List<FieldProblem> problems;

    private LinkerdConfigJudge(LinkerdConfigSpec spec, Instant now) {
        this.spec = spec;
        this.now = now;
        this.problems = new ArrayList<>(spec.problems());
    }

    /** {@return what keeps a spec from being carried out at that time; none where it can be} No secret is repeated. */
    public static List<FieldProblem> problems(LinkerdConfigSpec spec, Instant now) {
        var judge = new LinkerdConfigJudge(spec, now);
        judge.places();
        judge.sizes();
        spec.wanted().forEach(judge::value);
        spec.trustAnchors()
                .ifPresent(anchors -> TrustCertificates.problems(anchors.pem(), now)
                        .forEach(words -> judge.problem(anchors.field(), words)));
        judge.portsTwice();
        judge.amounts();
        judge.uid();
        return List.copyOf(judge.problems);
    }

    private void places() {
        if (!ObjectNames.isLabel(spec.controlPlaneNamespace())) {
            problem(
                    "spec.controlPlaneNamespace",
                    "no namespace can be called " + Words.quoted(spec.controlPlaneNamespace()));
        }
        if (!ObjectNames.isSubdomain(spec.configMap())) {
            problem("spec.configMap", "no ConfigMap can be called " + Words.quoted(spec.configMap()));
        }
    }

    private void sizes() {
        long characters = spec.wanted().values().stream()
                        .mapToLong(LinkerdConfigJudge::characters)
                        .sum()
                + spec.trustAnchors().map(anchors -> anchors.pem().length()).orElse(0);
        if (characters > MOST_CHARACTERS) {
            problem(
                    "spec",
                    "has texts of " + characters + " characters, of which " + MOST_CHARACTERS
                            + " are taken; write those values alone that have to hold");
        }
    }

    private static long characters(ValueTree value) {
        return switch (value) {
            case ValueTree.Text(var text) -> text.length();
            case ValueTree.Elements(var elements) ->
                elements.stream().mapToLong(LinkerdConfigJudge::characters).sum();
            case ValueTree.Members(var members) ->
                members.entrySet().stream()
                        .mapToLong(member -> member.getKey().length() + characters(member.getValue()))
                        .sum();
            case ValueTree.Number _, ValueTree.Flag _, ValueTree.Nothing _ -> 0;
        };
    }

    private void value(ValuesPath path, ValueTree value) {
        if (value instanceof ValueTree.Number(var number)
                && number.precision() + Math.abs((long) number.scale()) > MOST_DIGITS) {
            problem(field(path), "is a number of more than " + MOST_DIGITS + " digits, which Linkerd cannot hold");
        } else {
            ValueRules.problems(path, value, now).forEach(words -> problem(field(path), words));
        }
    }

    private void portsTwice() {
        var taken = new TreeMap<BigDecimal, String>();
        for (var name : PORTS) {
            var path = ValuesPath.of("proxy", "ports", name);
            if (spec.wanted().get(path) instanceof ValueTree.Number(var port) && port.signum() > 0) {
                var other = taken.putIfAbsent(port, field(path));
                if (other != null) {
                    problem(
                            field(path),
                            Words.of(new ValueTree.Number(port)) + " is used twice: " + other
                                    + " has it, too; the proxy listens on four ports");
                }
            }
        }
    }

    /** A pod that requests more than its limit is refused by the API server, and so is every injected one. */
    private void amounts() {
        for (var resource : List.of("cpu", "memory", "ephemeral-storage")) {
            var request = ValueRules.amount(resource, "request");
            var limit = ValueRules.amount(resource, "limit");
            if (spec.wanted().containsKey(request) && spec.wanted().containsKey(limit)) {
                var most = Amounts.read(wanted(limit));
                var asked = Amounts.read(wanted(request));
                if (most.isPresent() && asked.isPresent() && asked.get().compareTo(most.get()) > 0) {
                    problem(
                            field(request),
                            Words.of(wanted(request)) + " is more than the limit of " + Words.of(wanted(limit))
                                    + ", and every injected pod would be refused");
                }
            }
        }
    }

    /** As the webhook has it for pods: no other container has the proxy's user id, or its traffic passes by the proxy. */
    private void uid() {
        if (!(spec.wanted().get(UID) instanceof ValueTree.Number(var uid))) {
            return;
        }
        var validator = spec.wanted().getOrDefault(VALIDATOR_UID, ValueTree.Number.of(Linkerd.DEFAULT_VALIDATOR_UID));
        if (validator.equals(new ValueTree.Number(uid))) {
            problem(
                    field(UID),
                    Words.of(validator) + " is the user id of Linkerd's network validator, which would send past"
                            + " the proxy and let no pod start; choose another one");
        }
        if (uid.compareTo(FIRST_WITH_EXPONENT) >= 0
                && spec.wanted().get(CNI_ENABLED) instanceof ValueTree.Flag(var enabled)
                && !enabled) {
            problem(
                    field(UID),
                    "linkerd-init cannot read a user id from 1000000 on; set cniEnabled, or choose a lower one");
        }
    }

    private ValueTree wanted(ValuesPath path) {
        return spec.wanted().getOrDefault(path, new ValueTree.Nothing());
    }

    private String field(ValuesPath path) {
        return spec.fields().getOrDefault(path, "spec.values." + path);
    }

    private void problem(String field, String words) {
        problems.add(new FieldProblem(field, words));
    }
}
