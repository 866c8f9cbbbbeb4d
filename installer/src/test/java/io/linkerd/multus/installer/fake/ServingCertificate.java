// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate for 127.0.0.1, made once per test process by the JDK's keytool. */
record ServingCertificate(SSLContext context, String pem) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private static final class Once {
        private static final ServingCertificate CERTIFICATE = make();
    }

    static ServingCertificate get() {
        return Once.CERTIFICATE;
    }

    private static ServingCertificate make() {
        try {
            var directory = Files.createTempDirectory("certificate");
            var file = directory.resolve("store.p12");
            keytool(file);
            var store = KeyStore.getInstance("PKCS12");
            try (var in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            Files.delete(file);
            Files.delete(directory);
            return new ServingCertificate(context(store), pem(store));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(Path file) throws IOException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "api",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=fake-api",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc=ca:true",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            var said = output.readAllAsString();
            if (process.waitFor() != 0) {
                throw new IOException("keytool ended with " + process.exitValue() + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static SSLContext context(KeyStore store) throws GeneralSecurityException {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static String pem(KeyStore store) throws GeneralSecurityException {
        var encoder = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return "-----BEGIN CERTIFICATE-----\n"
                + encoder.encodeToString(store.getCertificate("api").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
