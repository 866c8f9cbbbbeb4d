// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.booleans;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.attachments.AttachmentProvision.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quicktheories.core.Gen;

class AttachmentPlanTest {
    private static final CniSource READY = new CniSource.Ready("{}");
    private static final CniSource MISSING = new CniSource.Missing("linkerd-cni/linkerd-cni-config");
    private static final CniSource BROKEN =
            new CniSource.Broken(new Subject("v1", "ConfigMap", "linkerd-cni", "linkerd-cni-config", "c"), "line 1");
    private static final Owner OWNER = new Owner.Release("role", "r");
    private static final Seen<String> ABSENT = new Seen.Absent<>();
    private static final Seen<String> FOREIGN = new Seen.Foreign<>("f", Optional.empty());
    private static final Seen<String> OTHERS = new Seen.Foreign<>("f", Optional.of("other"));
    private static final Seen.Sight SIGHT = new Seen.Sight("a", "7");
    private static final Seen<String> RIGHT = new Seen.Own<>(SIGHT, Optional.of("{}"), true);
    private static final Seen<String> DRIFTED = new Seen.Own<>(SIGHT, Optional.of("{\"x\":1}"), true);
    private static final Seen<String> ORPHANED = new Seen.Own<>(SIGHT, Optional.of("{}"), false);
    private static final Seen<String> EMPTIED = new Seen.Own<>(SIGHT, Optional.empty(), true);

    private static final PodNames ONE_POD = PodNames.NONE.with("web");

    private static final AttachmentProvision OWN = new AttachmentProvision.Own();
    private static final AttachmentProvision HERE = new AttachmentProvision.SharedHere();

    record Case(
            String what,
            boolean optedIn,
            Seen<String> attachment,
            CniSource source,
            PodUse use,
            String change,
            AttachmentStanding standing) {}

    static Stream<Case> cases() {
        var no = new PodUse.NotLooked();
        return Stream.of(
                new Case("asks, has none", true, ABSENT, READY, no, "Write", AttachmentStanding.IN_PLACE),
                new Case("asks, has the right one", true, RIGHT, READY, no, "Keep", AttachmentStanding.IN_PLACE),
                new Case("asks, has a drifted one", true, DRIFTED, READY, no, "Write", AttachmentStanding.IN_PLACE),
                new Case(
                        "asks, has ours without configuration",
                        true,
                        EMPTIED,
                        READY,
                        no,
                        "Write",
                        AttachmentStanding.IN_PLACE),
                new Case(
                        "has ours without, no ConfigMap",
                        true,
                        EMPTIED,
                        MISSING,
                        no,
                        "Keep",
                        AttachmentStanding.WAITING),
                new Case(
                        "asks, has one of an old release",
                        true,
                        ORPHANED,
                        READY,
                        no,
                        "Write",
                        AttachmentStanding.IN_PLACE),
                new Case("asks, has somebody else's", true, FOREIGN, READY, no, "Keep", AttachmentStanding.FOREIGN),
                new Case(
                        "asks, has another release's",
                        true,
                        OTHERS,
                        READY,
                        no,
                        "Keep",
                        AttachmentStanding.OTHER_RELEASE),
                new Case("asks, no ConfigMap", true, ABSENT, MISSING, no, "Keep", AttachmentStanding.WAITING),
                new Case("asks, broken ConfigMap", true, ABSENT, BROKEN, no, "Keep", AttachmentStanding.WAITING),
                new Case("has one, ConfigMap went", true, DRIFTED, MISSING, no, "Keep", AttachmentStanding.IN_PLACE),
                new Case("has one, ConfigMap broke", true, DRIFTED, BROKEN, no, "Keep", AttachmentStanding.IN_PLACE),
                new Case("asks not, has none", false, ABSENT, READY, no, "Keep", AttachmentStanding.OUT),
                new Case("asks not, has somebody else's", false, FOREIGN, READY, no, "Keep", AttachmentStanding.OUT),
                new Case("asks no more, nobody looked", false, RIGHT, READY, no, "Keep", AttachmentStanding.LEAVING),
                new Case(
                        "asks no more, looking",
                        false,
                        RIGHT,
                        READY,
                        new PodUse.Looking(),
                        "Keep",
                        AttachmentStanding.LEAVING),
                new Case(
                        "asks no more, in use",
                        false,
                        RIGHT,
                        READY,
                        new PodUse.InUse(ONE_POD),
                        "Keep",
                        AttachmentStanding.LEAVING),
                new Case(
                        "asks no more, unused",
                        false,
                        RIGHT,
                        READY,
                        new PodUse.Unused(),
                        "Remove",
                        AttachmentStanding.OUT),
                new Case(
                        "unused, no ConfigMap",
                        false,
                        RIGHT,
                        MISSING,
                        new PodUse.Unused(),
                        "Remove",
                        AttachmentStanding.OUT));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decides(Case given) {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(given.optedIn(), false, Optional.empty()),
                false,
                false,
                OWN,
                given.attachment(),
                given.source(),
                OWNER,
                given.use()));
        assertThat(plan.change().getClass().getSimpleName()).isEqualTo(given.change());
        assertThat(plan.standing()).isEqualTo(given.standing());
    }

    @Test
    void givesTheControlPlaneOneWithoutBeingAsked() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(false, false, Optional.empty()), true, false, OWN, ABSENT, READY, OWNER, new PodUse.NotLooked()));
        assertThat(plan.change()).isInstanceOf(Change.Write.class);
    }

    @Test
    void givesAnExtensionOneWithoutAnAnnotation() {
        var plan = AttachmentPlan.of(ofExtension(false));
        assertThat(plan.change()).isInstanceOf(Change.Write.class);
        assertThat(plan.change().reason()).isEqualTo("it is an extension's namespace");
    }

    @Test
    void leavesAnExtensionThatIsExcludedAloneAndSaysSo() {
        var plan = AttachmentPlan.of(ofExtension(true));
        assertThat(plan.change()).isInstanceOf(Change.Keep.class);
        assertThat(plan.notices())
                .singleElement()
                .satisfies(notice ->
                        assertThat(notice.message()).contains("an extension of Linkerd (label linkerd.io/extension)"));
    }

    private static ObservedAttachment ofExtension(boolean excluded) {
        return new ObservedAttachment(
                shop(NamespaceOptIn.EXTENSION, false, Optional.empty()),
                false,
                excluded,
                OWN,
                ABSENT,
                READY,
                OWNER,
                new PodUse.NotLooked());
    }

    record Sharing(
            String what,
            boolean optedIn,
            AttachmentProvision provision,
            Seen<String> attachment,
            CniSource source,
            String change,
            AttachmentStanding standing) {}

    static Stream<Sharing> sharing() {
        var there = shared(State.THERE);
        var awaited = shared(State.AWAITED);
        return Stream.of(
                new Sharing("home, has none", false, HERE, ABSENT, READY, "Write", AttachmentStanding.IN_PLACE),
                new Sharing("home, drifted", false, HERE, DRIFTED, READY, "Write", AttachmentStanding.IN_PLACE),
                new Sharing("home, somebody else's", false, HERE, FOREIGN, READY, "Keep", AttachmentStanding.FOREIGN),
                new Sharing("home, no ConfigMap", false, HERE, ABSENT, MISSING, "Keep", AttachmentStanding.WAITING),
                new Sharing(
                        "asks, shared one there", true, there, ABSENT, MISSING, "Keep", AttachmentStanding.IN_PLACE),
                new Sharing("asks, shared one later", true, awaited, ABSENT, READY, "Keep", AttachmentStanding.WAITING),
                new Sharing("asks, no ConfigMap", true, awaited, ABSENT, MISSING, "Keep", AttachmentStanding.WAITING),
                new Sharing(
                        "asks, no home",
                        true,
                        shared(State.NAMESPACE_MISSING),
                        ABSENT,
                        READY,
                        "Keep",
                        AttachmentStanding.WAITING),
                new Sharing("asks, has one of before", true, there, RIGHT, READY, "Keep", AttachmentStanding.LEAVING),
                new Sharing("asks, has a drifted one", true, there, DRIFTED, READY, "Keep", AttachmentStanding.LEAVING),
                new Sharing(
                        "asks, has somebody else's", true, there, FOREIGN, READY, "Keep", AttachmentStanding.IN_PLACE),
                new Sharing("asks not", false, there, ABSENT, READY, "Keep", AttachmentStanding.OUT));
    }

    @ParameterizedTest
    @MethodSource("sharing")
    void keepsOneForAll(Sharing given) {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(given.optedIn(), false, Optional.empty()),
                false,
                false,
                given.provision(),
                given.attachment(),
                given.source(),
                OWNER,
                new PodUse.NotLooked()));
        assertThat(plan.change().getClass().getSimpleName()).isEqualTo(given.change());
        assertThat(plan.standing()).isEqualTo(given.standing());
    }

    /** It was told to be left alone for its pods; that it is to have the shared one was said as clearly. */
    @Test
    void keepsTheSharedOneInANamespaceThatIsExcluded() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(false, false, Optional.empty()), false, true, HERE, ABSENT, READY, OWNER, new PodUse.NotLooked()));
        assertThat(plan.change()).isInstanceOf(Change.Write.class);
    }

    @Test
    void saysWhichNamespacesAreOpenWhereIsolationMayCloseThisOne() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(false, false, Optional.empty()), false, false, HERE, RIGHT, READY, OWNER, new PodUse.NotLooked()));
        assertThat(plan.notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("SharedNetworkAttachmentMayBeClosed");
            assertThat(notice.message())
                    .contains(
                            "globalNamespaces of Multus' configuration has shop",
                            "default, openshift-multus, openshift-sriov-network-operator and openshift-cnv");
        });
    }

    @Test
    void saysWhereTheNamespaceOfTheSharedOneIsMissing() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(true, false, Optional.empty()),
                false,
                false,
                shared(State.NAMESPACE_MISSING),
                ABSENT,
                READY,
                OWNER,
                new PodUse.NotLooked()));
        assertThat(plan.notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("SharedNamespaceMissing");
            assertThat(notice.message()).contains("of namespace home, which does not exist");
        });
    }

    @Test
    void podsReferToTheirOwnAttachmentOrToTheSharedOne() {
        var all = new AttachmentScope(true, "home");

        assertThat(AttachmentProvision.of(AttachmentScope.PER_NAMESPACE, "default", () -> State.THERE))
                .isEqualTo(OWN);
        assertThat(AttachmentProvision.of(all, "home", () -> State.NAMESPACE_MISSING))
                .isEqualTo(HERE);
        assertThat(AttachmentProvision.of(all, "shop", () -> State.AWAITED)).isEqualTo(shared(State.AWAITED));
    }

    private static AttachmentProvision shared(State state) {
        return new AttachmentProvision.SharedIn("home", state);
    }

    @Test
    void leavesExcludedNamespacesAloneAndSaysSo() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(true, false, Optional.empty()), false, true, OWN, ABSENT, READY, OWNER, new PodUse.NotLooked()));

        assertThat(plan.standing()).isEqualTo(AttachmentStanding.OUT);
        assertThat(plan.notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("NamespaceExcluded");
            assertThat(notice.message()).contains("global.excludedNamespaces");
        });
        assertThat(AttachmentPlan.of(new ObservedAttachment(
                                shop(false, false, Optional.empty()),
                                true,
                                true,
                                OWN,
                                RIGHT,
                                READY,
                                OWNER,
                                new PodUse.Unused()))
                        .change())
                .isInstanceOf(Change.Remove.class);
    }

    /** The chart refuses that; whoever sets the environment otherwise was told nothing. */
    @Test
    void saysThatTheControlPlaneIsLeftOut() {
        var plan = AttachmentPlan.of(new ObservedAttachment(
                shop(false, false, Optional.empty()), true, true, OWN, ABSENT, READY, OWNER, new PodUse.NotLooked()));

        assertThat(plan.notices())
                .singleElement()
                .satisfies(
                        notice -> assertThat(notice.message()).contains("control plane", "global.excludedNamespaces"));
    }

    @Test
    void writesNothingForAReleaseThatIsGone() {
        for (var attachment : List.of(ABSENT, DRIFTED, ORPHANED)) {
            var plan = AttachmentPlan.of(new ObservedAttachment(
                    shop(true, false, Optional.empty()),
                    false,
                    false,
                    OWN,
                    attachment,
                    READY,
                    new Owner.Missing("role"),
                    new PodUse.NotLooked()));
            assertThat(plan.change()).isInstanceOf(Change.Keep.class);
        }
    }

    @Test
    void saysWhereTheConfigMapIsMissingAndWhatToDo() {
        assertThat(reasons(ABSENT, MISSING, Optional.empty())).containsExactly("LinkerdCniConfigMissing");
        var notice = AttachmentPlan.of(new ObservedAttachment(
                        shop(true, false, Optional.empty()),
                        false,
                        false,
                        OWN,
                        ABSENT,
                        MISSING,
                        OWNER,
                        new PodUse.NotLooked()))
                .notices()
                .getFirst();
        assertThat(notice.message()).contains("linkerd-cni/linkerd-cni-config", "Install Linkerd's CNI chart");
        assertThat(notice.subject()).isEqualTo(Subject.namespace("shop", "u"));
    }

    @Test
    void namesAnnotationAndValueOfAMalformedUidRange() {
        var notices = notices(RIGHT, READY, Optional.of("1000/none"));
        assertThat(notices).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("UidRangeInvalid");
            assertThat(notice.message()).contains("openshift.io/sa.scc.uid-range=\"1000/none\"");
        });
        assertThat(reasons(RIGHT, READY, Optional.of("1000680000/10000"))).isEmpty();
    }

    @Test
    void saysWhatOpenShiftIgnoresOfAUidRange() {
        var notices = notices(RIGHT, READY, Optional.of("1000/10,2000/5"));
        assertThat(notices)
                .singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .contains("openshift.io/sa.scc.uid-range=\"1000/10,2000/5\"", "1000-1009", "\",2000/5\""));
    }

    @Test
    void saysNothingWhereAllIsWell() {
        assertThat(reasons(RIGHT, READY, Optional.empty())).isEmpty();
        assertThat(reasons(ABSENT, READY, Optional.empty())).isEmpty();
        assertThat(reasons(FOREIGN, READY, Optional.empty())).containsExactly("NetworkAttachmentNotOurs");
    }

    @Test
    void aSecondLookWritesNothing() {
        property().forAll(observations()).checkAssert(seen -> {
            var after = afterwards(seen, AttachmentPlan.of(seen).change());
            assertThat(AttachmentPlan.of(after).change())
                    .isNotInstanceOf(Change.Write.class)
                    .isNotInstanceOf(Change.Remove.class);
        });
    }

    @Test
    void neverTouchesWhatIsNotOursOrIsGoingAway() {
        property().forAll(observations()).checkAssert(seen -> {
            if (seen.attachment() instanceof Seen.Foreign || seen.namespace().terminating()) {
                assertThat(AttachmentPlan.of(seen).change()).isInstanceOf(Change.Keep.class);
            }
        });
    }

    @Test
    void neverRemovesWhatPodsNeedOrTheNamespaceAsksFor() {
        property().forAll(observations()).checkAssert(seen -> {
            if (AttachmentPlan.of(seen).change() instanceof Change.Remove) {
                assertThat(seen.podUse()).isEqualTo(new PodUse.Unused());
                assertThat(seen.wanted()).isFalse();
            }
        });
    }

    private static Gen<ObservedAttachment> observations() {
        var ranges = arbitrary().pick("", "1000/10", "1000/0").toOptionals(25);
        var shops = arbitrary()
                .enumValues(NamespaceOptIn.class)
                .zip(booleans().all(), ranges, (optIn, going, range) -> shop(optIn, going, range));
        var attachments = arbitrary().pick(List.of(ABSENT, FOREIGN, RIGHT, DRIFTED, ORPHANED, EMPTIED));
        var provisions = arbitrary()
                .<AttachmentProvision>pick(
                        OWN, HERE, shared(State.THERE), shared(State.AWAITED), shared(State.NAMESPACE_MISSING));
        var sources = arbitrary().pick(READY, MISSING, BROKEN);
        var owners = arbitrary().pick(OWNER, new Owner.None(), new Owner.Missing("role"));
        var uses = arbitrary()
                .<PodUse>pick(
                        new PodUse.NotLooked(), new PodUse.Looking(), new PodUse.Unused(), new PodUse.InUse(ONE_POD));
        return in -> new ObservedAttachment(
                shops.generate(in),
                booleans().all().generate(in),
                booleans().all().generate(in),
                provisions.generate(in),
                attachments.generate(in),
                sources.generate(in),
                owners.generate(in),
                uses.generate(in));
    }

    private static ObservedAttachment afterwards(ObservedAttachment before, Change<String> change) {
        var attachment = switch (change) {
            case Change.Keep<String> _ -> before.attachment();
            case Change.Write<String> write ->
                new Seen.Own<>(new Seen.Sight("a", "8"), Optional.of(write.content()), true);
            case Change.Replace<String> replace ->
                new Seen.Own<>(new Seen.Sight("b", "8"), Optional.of(replace.content()), true);
            case Change.Remove<String> _ -> new Seen.Absent<String>();
        };
        return new ObservedAttachment(
                before.namespace(),
                before.controlPlane(),
                before.excluded(),
                before.provision(),
                attachment,
                before.source(),
                before.owner(),
                before.podUse());
    }

    private static NamespaceFacts shop(boolean optedIn, boolean terminating, Optional<String> uidRange) {
        return shop(optedIn ? NamespaceOptIn.ASKED : NamespaceOptIn.NONE, terminating, uidRange);
    }

    private static NamespaceFacts shop(NamespaceOptIn optIn, boolean terminating, Optional<String> uidRange) {
        var annotations = new HashMap<String, String>();
        uidRange.ifPresent(range -> annotations.put(OpenShift.UID_RANGE, range));
        if (optIn == NamespaceOptIn.ASKED) {
            annotations.put(Linkerd.MULTUS, Linkerd.ENABLED);
        }
        var labels = optIn == NamespaceOptIn.EXTENSION ? Map.of(Linkerd.EXTENSION, "viz") : Map.<String, String>of();
        return new NamespaceFacts("shop", "u", terminating, NamespaceMarks.of(annotations, labels));
    }

    private static Stream<String> reasons(Seen<String> attachment, CniSource source, Optional<String> uidRange) {
        return notices(attachment, source, uidRange).stream().map(Notice::reason);
    }

    /** Of a namespace that asks. */
    private static List<Notice> notices(Seen<String> attachment, CniSource source, Optional<String> uidRange) {
        return AttachmentPlan.of(new ObservedAttachment(
                        shop(true, false, uidRange),
                        false,
                        false,
                        OWN,
                        attachment,
                        source,
                        OWNER,
                        new PodUse.NotLooked()))
                .notices();
    }
}
