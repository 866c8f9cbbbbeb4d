// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.YamlMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** YAML as {@code kubectl} understands it: version 1.1 without times and without numbers to the base of 60. */
final class YamlDocuments {
    /** The longest object that the API server takes is 3 MiB; a manifest is far shorter. */
    private static final int LONGEST = 3 << 20;

    private static final int DEEPEST = 100;

    private YamlDocuments() {}

    /** {@return each document that holds anything, as JSON; or what is wrong, without repeating any of it} */
    static Result<List<String>> read(String text) {
        var documents = new ArrayList<String>();
        try {
            for (var document : yaml().loadAll(text)) {
                if (document != null) {
                    documents.add(YamlJson.write(document, DEEPEST));
                }
            }
            return new Result.Ok<>(documents);
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark();
            var place =
                    mark == null ? "" : "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1) + ": ";
            return new Result.Not<>(place + "is no YAML: " + YamlMistake.words(String.valueOf(e.getProblem())));
        } catch (YAMLException _) {
            return new Result.Not<>("is no YAML, or too long, or nested too deeply");
        } catch (YamlJson.NoJson e) {
            return new Result.Not<>(String.valueOf(e.getMessage()));
        }
    }

    private static Yaml yaml() {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setCodePointLimit(LONGEST);
        options.setNestingDepthLimit(DEEPEST);
        var dumper = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(dumper), dumper, options, new Scalars());
    }

    /** Which plain words are no texts. */
    private static final class Scalars extends Resolver {
        private static final Pattern INTEGER =
                Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)");

        @Override
        public void addImplicitResolver(Tag tag, Pattern pattern, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, tag.equals(Tag.INT) ? INTEGER : pattern, first, limit);
            }
        }
    }
}
