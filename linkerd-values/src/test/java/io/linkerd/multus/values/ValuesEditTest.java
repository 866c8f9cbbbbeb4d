// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.HelmValues.HELM;
import static io.linkerd.multus.values.Values.helm;
import static io.linkerd.multus.values.Values.ok;
import static io.linkerd.multus.values.Values.path;
import static io.linkerd.multus.values.Values.read;
import static io.linkerd.multus.values.Values.reason;
import static io.linkerd.multus.values.Values.wanted;
import static io.linkerd.multus.values.Values.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.ValueTree.Elements;
import io.linkerd.multus.values.ValueTree.Flag;
import io.linkerd.multus.values.ValueTree.Members;
import io.linkerd.multus.values.ValueTree.Nothing;
import io.linkerd.multus.values.ValueTree.Number;
import io.linkerd.multus.values.ValueTree.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ValuesEditTest {
    private static final Text X = new Text("x");
    private static final Members ONE = Members.of(Map.of("k", X));
    private static final Elements LIST = new Elements(List.of(X, Number.of(1)));
    private static final Text PEM = new Text("-----BEGIN\nAB\n-----END\n");

    /** A text, what is wanted at a path, and the text that has to come of it. */
    record Edit(String before, String path, ValueTree value, String after) {}

    private static final List<Edit> EDITS = List.of(
            // scalars
            new Edit("a: b # c\nd: e\n", "a", X, "a: \"x\" # c\nd: e\n"),
            new Edit("a:   'b'\n", "a", Number.of(12), "a:   12\n"),
            new Edit("a: \"b\n  c\"\nd: 1\n", "a", new Flag(true), "a: true\nd: 1\n"),
            new Edit("a: b\n  c\n\nd: 1\n", "a", X, "a: \"x\"\n\nd: 1\n"),
            new Edit("a: |-\n  b\n\n  c\n\nd: 1\n", "a", X, "a: \"x\"\n\nd: 1\n"),
            new Edit("a: >\n  b\n  c\nd: 1\n", "a", new Nothing(), "a: null\nd: 1\n"),
            new Edit("a:\n  # why\n  b # c\nd: 1\n", "a", X, "a: \"x\"\n  # why # c\nd: 1\n"),
            new Edit("a: !!str b\n", "a", X, "a: \"x\"\n"),
            new Edit("a: &b b\n", "a", X, "a: \"x\"\n"),
            new Edit("a:\nb: 1\n", "a", X, "a: \"x\"\nb: 1\n"),
            new Edit("a: # c\nb: 1\n", "a", X, "a: \"x\" # c\nb: 1\n"),
            new Edit("a: b", "a", X, "a: \"x\""),
            new Edit("a: b\r\nc: d\r\n", "a", X, "a: \"x\"\r\nc: d\r\n"),
            new Edit("{\"a\": \"b\", \"c\": 1}", "a", X, "{\"a\": \"x\", \"c\": 1}"),
            new Edit("{\"a\":\"b\"}", "a", X, "{\"a\":\"x\"}"),
            new Edit("a: {b: 1, c: [2]} # d\n", "a.b", X, "a: {b: \"x\", c: [2]} # d\n"),
            // blocks for scalars and back
            new Edit("a: b # c\nd: 1\n", "a", ONE, "a: # c\n  k: \"x\"\nd: 1\n"),
            new Edit("a: b # c\nd: 1\n", "a", LIST, "a: # c\n- \"x\"\n- 1\nd: 1\n"),
            new Edit("a:\n    c: 1\nb: 2\n", "b", ONE, "a:\n    c: 1\nb:\n    k: \"x\"\n"),
            new Edit("a:\n  - 1\nb: 2\n", "b", LIST, "a:\n  - 1\nb:\n  - \"x\"\n  - 1\n"),
            new Edit("a:\n  b:\n  - 1\n  - 2\n  c: 3\n", "a.b", X, "a:\n  b: \"x\"\n  c: 3\n"),
            new Edit("a: # c\n- 1\nb: 2\n", "a", X, "a: \"x\" # c\nb: 2\n"),
            new Edit("a:\n- 1\nb: 2\n", "a", LIST, "a:\n- \"x\"\n- 1\nb: 2\n"),
            new Edit("a: [1,\n  2]\nb: 2\n", "a", LIST, "a:\n- \"x\"\n- 1\nb: 2\n"),
            new Edit("a: [1]\n", "a", new Elements(List.of()), "a: []\n"),
            new Edit("a: []\n", "a", new Elements(List.of(ONE)), "a:\n- k: \"x\"\n"),
            // null and {} become mappings
            new Edit("a: null\nb: 1\n", "a.k", X, "a:\n  k: \"x\"\nb: 1\n"),
            new Edit("a: {} # c\nb: 1\n", "a.k", X, "a: # c\n  k: \"x\"\nb: 1\n"),
            new Edit("a:\nb: 1\n", "a.b.k", X, "a:\n  b:\n    k: \"x\"\nb: 1\n"),
            new Edit("a: {b: {}}\n", "a.b.k", X, "a: {b: {k: \"x\"}}\n"),
            new Edit("", "a.b", X, "a:\n  b: \"x\"\n"),
            new Edit("# c", "a", X, "# c\na: \"x\"\n"),
            new Edit("null # c\n", "a", X, " # c\na: \"x\"\n"),
            new Edit("{}\n", "a.b", X, "{a: {b: \"x\"}}\n"),
            new Edit("--- {}\n", "a", X, "--- {a: \"x\"}\n"),
            new Edit("---\n", "a", X, "---\na: \"x\"\n"),
            // missing members
            new Edit("a: 1\n", "b", X, "a: 1\nb: \"x\"\n"),
            new Edit("a: 1", "b", X, "a: 1\nb: \"x\""),
            new Edit("a:\n  b: 1 # c\nd: 1\n", "a.k", X, "a:\n  b: 1 # c\n  k: \"x\"\nd: 1\n"),
            new Edit("a:\n  b:\n  - 1\n\n# e\nd: 1\n", "a.k", X, "a:\n  b:\n  - 1\n  k: \"x\"\n\n# e\nd: 1\n"),
            new Edit("a: {b: 1}\n", "a.k", X, "a: {b: 1, k: \"x\"}\n"),
            new Edit("a: |+\n  b\n\n", "k", X, "k: \"x\"\na: |+\n  b\n\n"),
            new Edit("a: |\n  b", "k", X, "k: \"x\"\na: |\n  b"),
            new Edit("a: 1\n---\nb: 1\n", "k", X, "a: 1\nk: \"x\"\n---\nb: 1\n"),
            new Edit("a: 1\n", "y", X, "a: 1\n\"y\": \"x\"\n"),
            // certificates
            new Edit("a: |\n  b\n  c\n", "a", PEM, "a: |\n  -----BEGIN\n  AB\n  -----END\n"),
            new Edit("a: |\n  b\nc: \"\"\n", "c", new Text("1\n\n2"), "a: |\n  b\nc: |-\n  1\n\n  2\n"),
            new Edit("a: b\n", "a", PEM, "a: \"-----BEGIN\\nAB\\n-----END\\n\"\n"),
            new Edit(
                    "a: |\n  b\nc: d\n    # e\n",
                    "c",
                    PEM,
                    "a: |\n  b\nc: \"-----BEGIN\\nAB\\n-----END\\n\"\n    # e\n"),
            new Edit("a: |\n  b\nc: \"\"", "c", new Text("1\n2\n"), "a: |\n  b\nc: \"1\\n2\\n\""),
            // other keys
            new Edit("proxy: {UID: 1}\n", "proxy.uid", Number.of(2), "proxy: {UID: 2}\n"),
            new Edit("a: 1\na: 2\n", "a", Number.of(3), "a: 1\na: 3\n"),
            new Edit(
                    "proxy:\n  ports: {admin: 1}\n",
                    "proxy",
                    Members.of(Map.of("uid", Number.of(2))),
                    "proxy:\n  ports: {admin: 1}\n  uid: 2\n"),
            new Edit("clusterDomain: a\n", "clusterDomain", Number.of(5), "clusterDomain: \"5\"\n"),
            // a key that is asked for with '?'
            new Edit("? a\n: 1\nb: 2\n", "k", X, "? a\n: 1\nb: 2\nk: \"x\"\n"),
            // aliases
            new Edit("a: &a\n  k: 1\nb: *a\n", "b.k", X, "a: &a\n  k: 1\nb:\n  k: \"x\"\n"),
            new Edit("a: &a 1\nb: *a\nc: 1\n", "b", X, "a: &a 1\nb: \"x\"\nc: 1\n"),
            new Edit("a: &a\n  k: 1\nb:\n  <<: *a\n", "b.k", X, "a: &a\n  k: 1\nb:\n  <<: *a\n  k: \"x\"\n"));

    @Test
    void everyByteOutsideOfTheEditedValueStays() {
        assertThat(EDITS).allSatisfy(edit -> {
            var edited = with(read(edit.before()), edit.path(), edit.value());
            assertThat(edited.text()).isEqualTo(edit.after());
            assertThat(edited.first().text()).isEqualTo(edit.before());
        });
    }

    @Test
    void editedBackItIsTheFirstBytes() {
        assertThat(EDITS).allSatisfy(edit -> {
            var first = read(edit.before());
            first.seenAt(path(edit.path()))
                    .filter(before -> !(before instanceof Members))
                    .ifPresent(before -> assertThat(with(with(first, edit.path(), edit.value()), edit.path(), before)
                                    .text())
                            .isEqualTo(edit.before()));
        });
    }

    @Test
    void whatHasItsValueAlreadyKeepsItsSpelling() {
        var text = read("proxy:\n  uid: 0x836\n  opaquePorts: 25_587\n");
        assertThat(with(text, "proxy.uid", Number.of(2102)).text()).isEqualTo(text.text());
        assertThat(with(text, "proxy.opaquePorts", new Text("25587")).text()).isEqualTo(text.text());
        assertThat(with(read("a: {b: 1}\n"), "a", Members.of(Map.of())).text()).isEqualTo("a: {b: 1}\n");
    }

    @Test
    void severalPathsAreEditedAtOnce() {
        var wanted = new TreeMap<ValuesPath, ValueTree>();
        wanted.put(path("proxy.logLevel"), new Text("debug"));
        wanted.put(path("proxy.uid"), Number.of(3000));
        wanted.put(path("proxy.tracing.enabled"), new Flag(false));
        wanted.put(path("commonLabels.team"), new Text("a"));
        wanted.put(path("tolerations"), new Elements(List.of()));
        wanted.put(path("zone"), new Text("b"));
        var edited = ok(read(HELM).with(wanted));
        assertThat(edited.text())
                .isEqualTo(HELM.replace("logLevel: warn,linkerd=info,hickory=error", "logLevel: \"debug\"")
                        .replace("uid: 2102\n", "uid: 3000\n  tracing:\n    enabled: false\n")
                        .replace("commonLabels: {}", "commonLabels:\n  team: \"a\"")
                        .replace("tolerations:\n- effect: NoSchedule\n  key: a\n", "tolerations: []\nzone: \"b\"\n"));
    }

    @Test
    void editsOfEditsAreEditsOfTheFirstText() {
        var edited = with(with(with(read("a: {b: 1, c: 2}\n"), "a.b", X), "a", X), "a.d", Number.of(3));
        assertThat(edited.text()).isEqualTo("a:\n  d: 3\n");
        assertThat(with(edited, "a", new Nothing()).text()).isEqualTo("a: null\n");
        assertThat(edited.first().text()).isEqualTo("a: {b: 1, c: 2}\n");
    }

    @Test
    void anAnchoredValueIsNotEditedUnderItsAliases() {
        var text = read("x: 1\na: &a\n  k: 1\nb: *a\n");
        assertThat(reason(text.with(wanted("a.k", X)))).startsWith("line 2: ").contains("alias");
        assertThat(reason(text.with(wanted("a", X)))).startsWith("line 2: ");
    }

    @Test
    void whatCannotBeEditedIsSaidWithItsLine() {
        assertThat(reason(read("- 1\n").with(wanted("a", X)))).isEqualTo("line 1: the values are no mapping");
        assertThat(reason(read("x: 1\n? a\n: 1\n").with(wanted("a", X)))).startsWith("line 2: this key");
        assertThat(reason(read("a: &a {k: 1}\nb:\n  k: 2\n  <<: *a\n").with(wanted("b.k", X))))
                .startsWith("line 3: what is merged after");
        assertThat(reason(read("a: 1\n").with(wanted("a", new Text("\uD800"))))).startsWith("line 1: ");
        assertThat(reason(read("a: &a {25: x}\nb: {<<: *a}\n").with(wanted("b.25", LIST))))
                .startsWith("line 2: a merged key");
    }

    @Test
    void aKeyWithNeitherColonNorValueIsRefusedAndEndsNothing() {
        var wanted = wanted("a", X);
        wanted.put(path("b"), X);

        assertThat(reason(read("a:\n  ? k\nb: |-\n  c\n").with(wanted))).startsWith("line ");
    }

    @Test
    void aStringIsQuotedWhateverItLooksLike() {
        for (var text : List.of(
                "off", "1.10", "", "~", "a: b", "# c", "\t", "\u0000\u0085\u2028\ufeff", "\"\\", "ü😀", "a\r\nb")) {
            var edited = with(read(helm("uid: 2102", "uid: 1")), "clusterDomain", new Text(text));
            assertThat(read(edited.text()).at(path("clusterDomain"))).contains(new Text(text));
            assertThat(edited.text()).contains("clusterDomain: \"");
        }
    }
}
