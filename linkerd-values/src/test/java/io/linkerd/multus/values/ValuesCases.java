// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.HelmValues.HELM;

import io.linkerd.multus.contracts.Result;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Texts of values and what may be wanted of them, for comparisons with what Go makes of them.
 *
 * @param text as a person or a program may write it; not each can be read
 * @param wanted values at paths of it, and at others
 */
public record ValuesCases(String text, SortedMap<ValuesPath, ValueTree> wanted) {
    private static final String DAMAGE = " \t\n\r:-#{}[],&*!|>'\"%?x\u0085\u2028\uFEFF0.~<=@`\\";

    /** {@return a case of its own for each number} Of three texts one has been damaged. */
    public static ValuesCases of(long number) {
        var random = new Random(number);
        var simple = new RandomValues(number);
        var text = switch ((int) (number % 6)) {
            case 0, 1 -> simple.text();
            case 2 -> GeneratedText.of(random);
            case 3 -> whole(random);
            case 4 -> damaged(GeneratedText.of(random), random);
            default -> damaged(whole(random), random);
        };
        return new ValuesCases(text, wanted(simple.wanted(), text, random));
    }

    /** {@return whether a person could have written it: it can be read, and edited} */
    public static boolean isEditable(long number) {
        return number % 6 < 2;
    }

    private static String whole(Random random) {
        var text = random.nextBoolean() ? HELM : Values.PERSON;
        return random.nextInt(4) == 0 ? text.replace("\n", "\r\n") : text;
    }

    private static String damaged(String whole, Random random) {
        var text = new StringBuilder(whole);
        for (int damage = random.nextInt(3); damage >= 0 && !text.isEmpty(); damage--) {
            int at = random.nextInt(text.length());
            var character = DAMAGE.charAt(random.nextInt(DAMAGE.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, character);
                case 1 -> text.insert(at, character);
                default -> text.deleteCharAt(at);
            }
        }
        return text.toString()
                .codePoints()
                .filter(character -> !(0xd800 <= character && character < 0xe000))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Some of the paths are in the text already. */
    private static SortedMap<ValuesPath, ValueTree> wanted(
            SortedMap<ValuesPath, ValueTree> others, String text, Random random) {
        var wanted = new TreeMap<>(others);
        var paths = new TreeMap<ValuesPath, ValueTree>();
        if (ValuesText.read(text) instanceof Result.Ok<ValuesText>(var values)) {
            paths(Optional.empty(), values.tree(), paths);
        }
        var known = List.copyOf(paths.keySet());
        if (!known.isEmpty() && random.nextBoolean()) {
            wanted.clear(); // so that an edit back leaves nothing
        }
        for (int count = known.isEmpty() ? 0 : random.nextInt(3); count > 0; count--) {
            var path = known.get(random.nextInt(known.size()));
            wanted.keySet().removeIf(other -> isOneOf(other, path) || isOneOf(path, other));
            wanted.put(
                    path,
                    random.nextBoolean()
                            ? new ValueTree.Text(
                                    List.of("off", "x", "1.10", "a\nb\n", "ü\uD83D\uDE00 ", "\u0085\u2028", "")
                                            .get(random.nextInt(7)))
                            : List.<ValueTree>of(
                                            ValueTree.Number.of(7),
                                            new ValueTree.Flag(true),
                                            new ValueTree.Nothing(),
                                            new ValueTree.Elements(List.of()))
                                    .get(random.nextInt(4)));
        }
        return wanted;
    }

    private static boolean isOneOf(ValuesPath around, ValuesPath path) {
        return ValuesNames.canonical(around).holds(ValuesNames.canonical(path));
    }

    private static void paths(Optional<ValuesPath> path, ValueTree value, Map<ValuesPath, ValueTree> found) {
        if (value instanceof ValueTree.Members(var members)) {
            members.forEach((name, member) -> {
                var at = path.map(around -> around.member(name)).orElseGet(() -> ValuesPath.of(name));
                found.put(at, member);
                paths(Optional.of(at), member, found);
            });
        }
    }

    /** {@return the paths of what is wanted, each of one value} */
    public Collection<ValuesPath> paths() {
        return ValuesLeaves.of(wanted).keySet();
    }

    /** {@return the type that the text is decoded into, in JSON} */
    public static String type() {
        return described(LinkerdStructs.VALUES);
    }

    private static String described(LinkerdType type) {
        return switch (type) {
            case LinkerdType.ListOf(var element) -> "{\"list\":" + described(element) + "}";
            case LinkerdType.MapOf(var value) -> "{\"map\":" + described(value) + "}";
            case LinkerdType.Struct(var fields, var pointer) ->
                fields.entrySet().stream()
                        .map(field -> "\"" + field.getKey() + "\":" + described(field.getValue()))
                        .collect(Collectors.joining(",", "{\"pointer\":" + pointer + ",\"fields\":{", "}}"));
            case LinkerdType.Basic basic -> "{\"basic\":\"" + name(basic) + "\"}";
        };
    }

    private static String name(LinkerdType.Basic basic) {
        return switch (basic) {
            case TEXT -> "string";
            case EXACT_TEXT -> "embedded";
            case FLAG -> "bool";
            case INT32 -> "int32";
            case INT64 -> "int64";
            case UINT -> "uint";
            case FLOAT32 -> "float32";
            case FLOAT64 -> "float64";
            case ANY -> "any";
        };
    }

    /** {@return whether encoding/json is said to decode the text} */
    public static boolean fits(ValuesText text) {
        return switch (text.tree()) {
            case ValueTree.Members _, ValueTree.Nothing _ ->
                InjectorTypes.find(text.tree(), LinkerdStructs.VALUES).isEmpty();
            case ValueTree.Elements _, ValueTree.Text _, ValueTree.Number _, ValueTree.Flag _ -> false;
        };
    }

    /** {@return the values that an edit of the text has to give, worked out without a text} */
    public static ValueTree edited(ValueTree before, ValuesText text, SortedMap<ValuesPath, ValueTree> wanted) {
        var after = before;
        for (var leaf : ValuesLeaves.of(wanted).entrySet()) {
            var path = ValuesNames.written(text.tree(), leaf.getKey());
            var emptied = leaf.getValue() instanceof ValueTree.Members
                    && after.at(path)
                            .filter(ValueTree.Members.class::isInstance)
                            .isPresent();
            after = emptied ? after : put(after, path.names(), leaf.getValue());
        }
        return after;
    }

    private static ValueTree put(ValueTree value, List<String> names, ValueTree leaf) {
        if (names.isEmpty()) {
            return leaf;
        }
        var members =
                new LinkedHashMap<String, ValueTree>(value instanceof ValueTree.Members(var old) ? old : Map.of());
        var inner = members.getOrDefault(names.getFirst(), new ValueTree.Nothing());
        members.put(names.getFirst(), put(inner, names.subList(1, names.size()), leaf));
        return new ValueTree.Members(members);
    }

    /** {@return whether the struct, as encoding/json writes it, is what Linkerd is said to see of the text} */
    public static boolean isSeen(ValuesText text, ValueTree struct) {
        return SeenStruct.isSame(Optional.of(text.seen()), struct, LinkerdStructs.VALUES);
    }
}
