// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.service.settings.HealthPort;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingProblem;
import io.linkerd.multus.service.settings.SettingSource;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that the installer is told from outside, read once at the start. */
public record InstallerSettings(
        ModeSetting mode,
        PlatformSetting platform,
        NodeSettings node,
        NetworkSettings network,
        ApiServerSettings api,
        CredentialSettings credentials,
        ReleaseSettings release,
        VerbSettings verbs,
        HealthPort health) {
    private static final int USUAL_HEALTH_PORT = 8080;

    /**
     * Reads the environment.
     *
     * @throws InvalidSettings with every problem that it has, unknown {@code LINKERD_MULTUS_*} included
     */
    public static InstallerSettings read(Map<String, String> environment) throws InvalidSettings {
        return read(new SettingsReader(environment));
    }

    /**
     * {@return what these settings will do that nobody can want} Linkerd's plugin asks the API server about every pod, its installer's
     * among them, and refuses them all where its token is none.
     */
    public Optional<String> warning() {
        boolean stays = release.onStop() == OnStop.STAY;
        boolean isCalledForEveryPod = mode == ModeSetting.CHAINED
                || (mode == ModeSetting.AUTO && network.isGiven())
                || mode == ModeSetting.AUXILIARY;
        return stays && isCalledForEveryPod && credentials instanceof CredentialSettings.Projected
                ? Optional.of(
                        "LINKERD_MULTUS_ON_STOP=stay leaves a token on the node that ends with this pod; no pod starts there"
                                + " until the next installer has put its own in its place, which needs hostNetwork: true to start itself")
                : Optional.empty();
    }

    /** {@return every setting that there is, with its value and where that comes from, and what is wrong with them} */
    public static Explanation explain(Map<String, String> environment) {
        var reader = new SettingsReader(environment);
        var problems = List.<SettingProblem>of();
        try {
            read(reader);
        } catch (InvalidSettings wrong) {
            problems = wrong.problems();
        }
        return new Explanation(reader.sources().list(), RetiredVariable.in(environment), problems);
    }

    /**
     * What a person gets to see who asks for the settings.
     *
     * @param settings every one that there is
     * @param retired what Linkerd's installer knew once, and is passed over
     * @param problems why the daemon would not start
     */
    public record Explanation(
            List<SettingSource> settings, List<RetiredVariable> retired, List<SettingProblem> problems) {
        public Explanation {
            settings = List.copyOf(settings);
            retired = List.copyOf(retired);
            problems = List.copyOf(problems);
        }
    }

    private static InstallerSettings read(SettingsReader reader) throws InvalidSettings {
        var mode = reader.oneOf(SettingsReader.PREFIX + "MODE", ModeSetting.AUTO);
        var platform = reader.oneOf(SettingsReader.PREFIX + "PLATFORM", PlatformSetting.AUTO);
        var node = reader.record(() -> NodeSettings.read(reader));
        var network = reader.record(() -> NetworkSettings.read(reader));
        var api = reader.record(() -> ApiServerSettings.read(reader));
        var credentials = reader.record(() -> CredentialSettings.read(reader));
        var release = reader.record(() -> ReleaseSettings.read(reader));
        var verbs = reader.record(() -> VerbSettings.read(reader));
        var health = HealthPort.read(reader, USUAL_HEALTH_PORT);
        reader.finish();
        return new InstallerSettings(
                mode,
                platform,
                node.orElseThrow(),
                network.orElseThrow(),
                api.orElseThrow(),
                credentials.orElseThrow(),
                release.orElseThrow(),
                verbs.orElseThrow(),
                health);
    }
}
