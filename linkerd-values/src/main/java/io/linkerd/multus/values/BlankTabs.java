// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerException;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.Token;

/** The tokens of SnakeYAML's scanner, which goes on behind a tab between two of them where go-yaml does, in one pass over the text. */
final class BlankTabs implements Scanner {
    /** SnakeYAML says so after it has read the token before, and before it reads anything of the next one. */
    private static final String BETWEEN_TOKENS = "found character";

    private final StreamReader reader;
    private final Scanner scanner;
    private final YamlDialect dialect;

    BlankTabs(String scanned, LoaderOptions options, YamlDialect dialect) {
        this.reader = new StreamReader(scanned);
        this.scanner = new ScannerImpl(reader, options);
        this.dialect = dialect;
    }

    @Override
    public boolean checkToken(Token.ID... choices) {
        return passing(() -> scanner.checkToken(choices));
    }

    @Override
    public boolean checkToken(Token.ID choice) {
        return passing(() -> scanner.checkToken(choice));
    }

    @Override
    public Token peekToken() {
        return passing(scanner::peekToken);
    }

    @Override
    public Token getToken() {
        return scanner.getToken();
    }

    @Override
    public void resetDocumentIndex() {
        scanner.resetDocumentIndex();
    }

    private <T> T passing(Supplier<T> step) {
        while (true) {
            try {
                return step.get();
            } catch (ScannerException problem) {
                int blanks = problem.getProblem().startsWith(BETWEEN_TOKENS) ? dialect.blanks(reader.getIndex()) : 0;
                if (blanks == 0) {
                    throw problem;
                }
                reader.forward(blanks);
            }
        }
    }
}
