// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.GoText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What of a text that can be read stops Linkerd's injector or its chart, in the order in which it comes upon it. */
final class InjectorRules {
    /** Without them the injector dereferences nil. */
    private static final List<ValuesPath> NEEDED = List.of(
            ValuesPath.of("proxy"),
            ValuesPath.of("proxy", "image"),
            ValuesPath.of("proxyInit"),
            ValuesPath.of("identity"));

    /** Without them the template of the patch fails. */
    private static final List<ValuesPath> RENDERED =
            List.of(ValuesPath.of("proxy", "ports"), ValuesPath.of("proxy", "resources"));

    private static final ValuesPath PROXY = ValuesPath.of("proxy");
    private static final ValuesPath TRACING = PROXY.member("tracing");
    private static final ValuesPath UID = PROXY.member("uid");
    private static final ValuesPath IPTABLES_MODE = ValuesPath.of("proxyInit", "iptablesMode");
    private static final ValuesPath NETWORK_VALIDATOR = ValuesPath.of("networkValidator");
    private static final ValuesPath NETWORKS = ValuesPath.of("clusterNetworks");
    /** From here on a number that passed through float64 is written with an exponent, which linkerd-init cannot read. */
    private static final long FIRST_UID_WITH_EXPONENT = 1_000_000;

    private final ValuesText values;
    private final ValueTree seen;

    private InjectorRules(ValuesText values) {
        this.values = values;
        this.seen = values.seen();
    }

    static InjectorVerdict judge(String text) {
        try {
            return judge(ValuesText.parse(text));
        } catch (MalformedYaml malformed) {
            return malformed.isBeyondBound()
                    ? new InjectorVerdict.NotJudged(malformed.line(), malformed.words())
                    : new InjectorVerdict.DeniesAll(malformed.line(), malformed.words());
        }
    }

    static InjectorVerdict judge(ValuesText values) {
        if (!(values.tree() instanceof ValueTree.Members || values.tree() instanceof ValueTree.Nothing)) {
            return new InjectorVerdict.DeniesAll(1, "the values are no mapping");
        }
        var rules = new InjectorRules(values);
        return rules.misfit()
                .or(rules::missing)
                .or(rules::unrendered)
                .or(rules::denied)
                .or(rules::failing)
                .orElseGet(InjectorVerdict.Fine::new);
    }

    private Optional<InjectorVerdict> misfit() {
        return InjectorTypes.find(values.tree(), LinkerdStructs.VALUES)
                .map(misfit -> new InjectorVerdict.DeniesAll(
                        values.line(misfit.path()),
                        GoText.printable(misfit.path().toString()) + " is not " + misfit.expected()));
    }

    private Optional<InjectorVerdict> missing() {
        return NEEDED.stream()
                .filter(path -> !has(path))
                .findFirst()
                .map(path -> new InjectorVerdict.Unmeshed(
                        values.line(path), path + " is missing, without which the injector ends"));
    }

    private Optional<InjectorVerdict> unrendered() {
        return Stream.concat(
                        Stream.concat(RENDERED.stream(), networkValidator()).filter(path -> !has(path)),
                        renderedLater().filter(this::isGone))
                .findFirst()
                .map(path -> denies(path, "is missing, without which nothing is rendered"));
    }

    private Stream<ValuesPath> networkValidator() {
        return cni() ? Stream.of(NETWORK_VALIDATOR) : Stream.empty();
    }

    /** The probe came between Linkerd 2.15 and 2.17, metrics with 2.18; earlier versions do without. */
    private Stream<ValuesPath> renderedLater() {
        var metrics = Stream.of(PROXY.member("metrics"));
        return flag(PROXY.member("nativeSidecar")) && flag(PROXY.member("await"))
                ? Stream.concat(metrics, Stream.of(PROXY.member("startupProbe")))
                : metrics;
    }

    /** Whether it is null, or missing where {@code proxy.tracing} is there, which came with 2.19. */
    private boolean isGone(ValuesPath path) {
        return !has(path) && (seen.at(path).isPresent() || seen.at(TRACING).isPresent());
    }

    private Optional<InjectorVerdict> denied() {
        var headers = PROXY.member("logHTTPHeaders");
        var wait = ValuesPath.of("proxyInit", "closeWaitTimeoutSecs");
        if (!Set.of("", "off", "insecure").contains(text(headers))) {
            return Optional.of(denies(headers, "is neither \"off\" nor \"insecure\"; without quotes, off is false"));
        }
        if (!cni() && knowsIptablesMode() && !Set.of("nft", "legacy").contains(text(IPTABLES_MODE))) {
            return Optional.of(denies(IPTABLES_MODE, "is neither \"nft\" nor \"legacy\""));
        }
        if (!cni() && number(wait) > 0 && !flag(ValuesPath.of("proxyInit", "runAsRoot"))) {
            return Optional.of(denies(wait, "is set, which needs proxyInit.runAsRoot"));
        }
        return tracing().or(this::networks);
    }

    /** It came with 2.12, as the network validator did, whose section is in all values since, with or without CNI. */
    private boolean knowsIptablesMode() {
        return seen.at(IPTABLES_MODE).isPresent() || seen.at(NETWORK_VALIDATOR).isPresent();
    }

    private Optional<InjectorVerdict> tracing() {
        var collector = TRACING.member("collector");
        boolean complete = !text(collector.member("endpoint")).isEmpty()
                && !text(collector.member("meshIdentity").member("serviceAccountName"))
                        .isEmpty();
        return flag(TRACING.member("enabled")) && !complete
                ? Optional.of(denies(TRACING, "is enabled without an endpoint and the collector's meshIdentity"))
                : Optional.empty();
    }

    private Optional<InjectorVerdict> networks() {
        var networks = text(NETWORKS);
        return networks.isEmpty()
                        || Stream.of(networks.replaceAll("^,+|,+$", "").split(",", -1))
                                .allMatch(Cidr::isOne)
                ? Optional.empty()
                : Optional.of(denies(NETWORKS, "is not a list of CIDRs with commas and without blanks"));
    }

    private Optional<InjectorVerdict> failing() {
        var policy = PROXY.member("defaultInboundPolicy");
        if (!cni() && number(UID) >= FIRST_UID_WITH_EXPONENT) {
            return Optional.of(new InjectorVerdict.PodsFail(
                    values.line(UID),
                    "proxy.uid is 1000000 or more, which linkerd-init cannot read without Linkerd's CNI plugin"));
        }
        return text(policy).isEmpty() || InboundPolicies.KNOWN.contains(text(policy))
                ? Optional.empty()
                : Optional.of(new InjectorVerdict.PodsFail(
                        values.line(policy), policy + " is no policy that the proxy knows, which ends at its start"));
    }

    private InjectorVerdict denies(ValuesPath path, String words) {
        return new InjectorVerdict.DeniesAll(values.line(path), path + " " + words);
    }

    private boolean cni() {
        return flag(ValuesPath.of("cniEnabled"));
    }

    private boolean has(ValuesPath path) {
        return seen.at(path)
                .filter(value -> !(value instanceof ValueTree.Nothing))
                .isPresent();
    }

    private boolean flag(ValuesPath path) {
        return seen.at(path).equals(Optional.of(new ValueTree.Flag(true)));
    }

    private String text(ValuesPath path) {
        return seen.at(path).orElse(new ValueTree.Nothing()) instanceof ValueTree.Text(var text) ? text : "";
    }

    private long number(ValuesPath path) {
        return seen.at(path).orElse(new ValueTree.Nothing()) instanceof ValueTree.Number(var number)
                ? number.longValue()
                : 0;
    }
}
