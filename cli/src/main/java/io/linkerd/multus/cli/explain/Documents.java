// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.cli.facts.YamlProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads objects of Kubernetes from files of YAML or JSON. */
public final class Documents {
    /** The name of standard input, as kubectl has it. */
    public static final String STANDARD_INPUT = "-";

    /** A release of thousands of objects is shorter, in bytes. */
    private static final int LONGEST = 16 << 20;

    /** As deep as the webhook reads. */
    private static final int DEEPEST = 100;

    private static final String BYTE_ORDER_MARK = "\ufeff";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Documents() {}

    /**
     * {@return the objects of a file in their order; those of lists one by one}
     *
     * @param file its path; {@value #STANDARD_INPUT} for standard input
     * @throws UnusableFile if it cannot be read, is too long, or holds anything else
     */
    public static List<Document> read(String file, InputStream standardInput) throws UnusableFile {
        var name = file.equals(STANDARD_INPUT) ? "standard input" : file;
        var trees = trees(name, text(name, bytes(file, name, standardInput)));
        var documents = new ArrayList<Document>();
        for (int i = 0; i < trees.size(); i++) {
            var place = trees.size() == 1 ? name : name + ", document " + (i + 1);
            add(place, trees.get(i), documents);
        }
        if (documents.isEmpty()) {
            throw new UnusableFile(name + " holds no object of Kubernetes");
        }
        return documents;
    }

    private static byte[] bytes(String file, String name, InputStream standardInput) throws UnusableFile {
        try (var input = file.equals(STANDARD_INPUT) ? standardInput : Files.newInputStream(Path.of(file))) {
            var bytes = input.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new UnusableFile(name + " is longer than " + (LONGEST >> 20) + " MiB; give a part of it");
            }
            return bytes;
        } catch (NoSuchFileException _) {
            throw new UnusableFile("there is no file " + name);
        } catch (IOException | InvalidPathException e) {
            throw new UnusableFile(name + " cannot be read: " + e.getMessage());
        }
    }

    private static String text(String name, byte[] bytes) throws UnusableFile {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException _) {
            throw new UnusableFile(name + " is no text in UTF-8; YAML or JSON would do");
        }
    }

    /** JSON first where it looks like it: YAML 1.2 has it, but for half of a character written as an escape. */
    private static List<JsonNode> trees(String name, String text) throws UnusableFile {
        if (text.stripLeading().startsWith("{")) {
            try (MappingIterator<JsonNode> values =
                    MAPPER.readerFor(JsonNode.class).readValues(text)) {
                return values.readAll();
            } catch (IOException _) {
                // An object of YAML in braces, or neither: the other reader tells.
            }
        }
        return yaml(name, text);
    }

    private static List<JsonNode> yaml(String name, String text) throws UnusableFile {
        var settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setCodePointLimit(LONGEST)
                .setAllowDuplicateKeys(false)
                .build();
        try {
            var trees = new ArrayList<JsonNode>();
            for (var value : new Load(settings).loadAllFromString(text)) {
                checkDepth(name, value, 0);
                trees.add(MAPPER.valueToTree(value));
            }
            return trees;
        } catch (YamlEngineException e) {
            throw new UnusableFile(name
                    + YamlProblem.place(e).map(place -> ", " + place).orElse("") + ": neither YAML nor JSON: "
                    + YamlProblem.words(e));
        } catch (IllegalArgumentException _) {
            throw new UnusableFile(name + ": a name in it is no text");
        }
    }

    /** An object of YAML can hold itself. */
    private static void checkDepth(String name, @Nullable Object value, int depth) throws UnusableFile {
        if (depth > DEEPEST) {
            throw new UnusableFile(name + ": neither YAML nor JSON: nested deeper than " + DEEPEST + " levels");
        }
        var inner = switch (value) {
            case Map<?, ?> members -> members.values();
            case List<?> items -> items;
            case null, default -> List.of();
        };
        for (var each : inner) {
            checkDepth(name, each, depth + 1);
        }
    }

    private static void add(String place, JsonNode tree, List<Document> documents) throws UnusableFile {
        if (tree.isNull() || tree.isMissingNode()) {
            return; // nothing between two lines of ---, as templates leave it
        }
        if (!(tree instanceof ObjectNode object)) {
            throw new UnusableFile(place + " is no object of Kubernetes, which begins with apiVersion and kind");
        }
        var document = new Document(place, object);
        if (document.kind().isEmpty()) {
            throw new UnusableFile(place + " has no kind; an object of Kubernetes begins with apiVersion and kind");
        }
        if (!document.kind().endsWith("List") || !object.path("items").isArray()) {
            documents.add(document);
            return;
        }
        addItems(document, documents);
    }

    /** Items of a list of one kind may leave it out. */
    private static void addItems(Document list, List<Document> documents) throws UnusableFile {
        int number = 0;
        for (var item : list.object().path("items")) {
            number++;
            if (item instanceof ObjectNode object
                    && !object.has("kind")
                    && list.kind().length() > "List".length()) {
                object.put("kind", list.kind().substring(0, list.kind().length() - "List".length()));
            }
            add(list.place() + ", item " + number, item, documents);
        }
    }
}
