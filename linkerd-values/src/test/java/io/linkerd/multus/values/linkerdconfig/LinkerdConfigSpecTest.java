// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.config;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.problems;
import static io.linkerd.multus.values.linkerdconfig.LinkerdConfigs.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkerdConfigSpecTest {
    @Test
    void eachLeafIsWantedAndListsAreWantedWhole() {
        assertThat(spec("{'values':{'proxy':{'logLevel':'warn','empty':{},'await':true,'additionalEnv':[{'name':'A'}],"
                                + "'cores':null,'runtime':{'workers':{'maximumCPURatio':0.5}}}}}")
                        .wanted())
                .isEqualTo(Map.of(
                        ValuesPath.of("proxy", "logLevel"), new ValueTree.Text("warn"),
                        ValuesPath.of("proxy", "await"), new ValueTree.Flag(true),
                        ValuesPath.of("proxy", "cores"), new ValueTree.Nothing(),
                        ValuesPath.of("proxy", "runtime", "workers", "maximumCPURatio"),
                                new ValueTree.Number(new BigDecimal("0.50")),
                        ValuesPath.of("proxy", "additionalEnv"),
                                new ValueTree.Elements(
                                        List.of(ValueTree.Members.of(Map.of("name", new ValueTree.Text("A")))))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'values':{'proxy':{'logLevel':'warn'}},'proxy':{'logLevel':'info'}} | spec.proxy.logLevel: names proxy.logLevel as spec.values.proxy.logLevel does, with another value; write one of them
            {'values':{'proxy':{'enableExternalProfiles':true}},'proxy':{'disableExternalProfiles':true}} | spec.proxy.disableExternalProfiles: names proxy.enableExternalProfiles as spec.values.proxy.enableExternalProfiles does, with another value; write one of them
            {'values':{'proxy':{'image':'x'}},'proxy':{'proxyImage':{'name':'y'}}} | spec.proxy.proxyImage.name: is about the same part of Linkerd's values as spec.values.proxy.image; write one of them
            {'values':{'proxy':{'logLevel':{'a':'x'}}},'proxy':{'logLevel':'y'}} | spec.proxy.logLevel: is about the same part of Linkerd's values as spec.values.proxy.logLevel.a; write one of them
            {'values':{'proxy':{'weight':1,'Weight':1}}} | spec.values.proxy.Weight: names proxy.Weight as spec.values.proxy.weight does, in other letters; write one of them
            """)
    void aPathThatIsNamedTwiceDifferentlyIsRefused(String spec, String problem) {
        assertThat(problems(spec)).contains(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'values':{'proxy':{'logLevel':'warn'}},'proxy':{'logLevel':'warn'}}",
                "{'values':{'proxy':{'ports':{'admin':4191}}},'proxy':{'adminPort':'4191'}}",
                "{'values':{'proxy':{'resources':{'cpu':{'limit':'1'}}}},'proxy':{'resource':{'limits':{'cpu':1}}}}",
                "{'values':{'identity':{'issuer':{'issuanceLifetime':'24h'}}},'global':{'identityContext':{'issuanceLifeTime':'86400s'}}}",
                "{'values':{'proxyInit':{'ignoreInboundPorts':'25,443'}},'proxy':{'ignoreInboundPorts':['25','443']}}"
            })
    void aPathMayBeNamedTwiceAlike(String spec) {
        assertThat(problems(spec)).isEmpty();
    }

    /** YAML 1.1 has Off for false, and kubectl reads it so. */
    @ParameterizedTest
    @CsvSource({"'Off', OFF", "false, OFF", "'DryRun', DRY_RUN", "'Auto', AUTO"})
    void offWithoutQuotesIsOff(String written, RolloutSpec.Mode mode) {
        var json = written.equals("false") ? written : "'" + written + "'";
        assertThat(spec("{'rollouts':{'mode':" + json + "}}").rollouts().mode()).isEqualTo(mode);
        assertThat(problems("{'rollouts':{'mode':" + json + "}}")).isEmpty();
    }

    @Test
    void aWindowIsRead() {
        var window = spec("{'rollouts':{'mode':'Auto','atOnce':3,'perNamespace':2,'controlPlane':true,'window':"
                        + "{'start':'0 2 * * 6','duration':'PT4H','timeZone':'Europe/Berlin'}}}")
                .rollouts();

        assertThat(window.atOnce()).isEqualTo(3);
        assertThat(window.perNamespace()).isEqualTo(2);
        assertThat(window.controlPlane()).isTrue();
        assertThat(window.window().orElseThrow().duration()).isEqualTo(Duration.ofHours(4));
        assertThat(window.window().orElseThrow().zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(window.window().orElseThrow().start()).hasToString("0 2 * * 6");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'mode':'auto'} | spec.rollouts.mode: has to be one of Off, DryRun, Auto, and is "auto"
            {'mode':true} | spec.rollouts.mode: has to be one of Off, DryRun, Auto, and is true
            {'mode':'Auto','atOnce':0} | spec.rollouts.atOnce: has to be a whole number from 1 to 100, and is 0
            {'mode':'Auto','atOnce':1000000000000} | spec.rollouts.atOnce: has to be a whole number from 1 to 100, and is 1000000000000
            {'mode':'Auto','perNamespace':1.5} | spec.rollouts.perNamespace: has to be a whole number from 1 to 100, and is 1.5
            {'mode':'Auto','window':{'start':'0 2 * * 6'}} | spec.rollouts.window.duration: is missing: a window has start and duration, or leave the window out
            {'mode':'Auto','window':{'duration':'PT4H'}} | spec.rollouts.window.start: is missing: a window has start and duration, or leave the window out
            {'mode':'Auto','window':{'start':'0 2 * * 6','duration':'4h'}} | spec.rollouts.window: duration: "4h" is no duration such as PT4H or PT90M
            {'mode':'Auto','window':{'start':'0 2 * * 6','duration':'PT4H','timeZone':'Berlin'}} | spec.rollouts.window: timeZone: "Berlin" is no time zone of the IANA database such as Europe/Berlin
            {'mode':'Auto','window':{'start':'0 2 * *','duration':'PT4H'}} | spec.rollouts.window: start: "0 2 * *" has not five fields, such as "0 2 * * 6": minute, hour, day of month, month, day of week
            """)
    void nothingIsRestartedWhereItIsSaidWrongly(String rollouts, String problem) {
        assertThat(problems("{'rollouts':" + rollouts + "}")).containsExactly(problem);
        assertThat(spec("{'rollouts':" + rollouts + "}").rollouts().mode()).isEqualTo(RolloutSpec.Mode.OFF);
    }

    @Test
    void anUnknownModeObserves() {
        assertThat(spec("{'mode':'Enforce','allowPartial':true}").mode()).isEqualTo(LinkerdConfigSpec.Mode.ENFORCE);
        assertThat(spec("{'mode':'Enforce','allowPartial':true}").allowPartial())
                .isTrue();
        assertThat(spec("{'mode':'enforce'}").mode()).isEqualTo(LinkerdConfigSpec.Mode.OBSERVE);
        assertThat(problems("{'mode':'enforce'}"))
                .containsExactly("spec.mode: has to be Observe or Enforce, and is \"enforce\"");
    }

    @Test
    void moreValuesThanLinkerdHasAreNotKeptInMemory() {
        var list = IntStream.range(0, 100_000).mapToObj(String::valueOf).collect(Collectors.joining(","));
        var config = config("{'values':{'a':[" + list + "],'b':1}}");

        assertThat(config.whole()).isFalse();
        assertThat(config.spec().members()).hasSize(1);
        assertThat(problems("{'values':{'a':[" + list + "]}}"))
                .containsExactly("spec: has more than 2000 values; write those alone that have to hold");
    }

    @Test
    void anObjectWithoutASpecWantsNothing() {
        assertThat(LinkerdConfig.read("{\"metadata\":{\"name\":\"a\"}}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Result.Ok<>(new LinkerdConfig("a", ValueTree.Members.of(Map.of()), true)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"spec\":5}", "{\"spec\":[]}", "{\"metadata\":{\"name\":[]}}", "{\"spec\":{}"})
    void whatIsNoObjectIsNotRead(String text) {
        assertThat(LinkerdConfig.read(text.getBytes(StandardCharsets.UTF_8))).isInstanceOf(Result.Not.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'values':[]}", "{'global':1}", "{'proxy':'x'}", "{'rollouts':[]}"})
    void aSectionThatIsNoObjectIsTold(String spec) {
        assertThat(problems(spec)).singleElement().asString().contains("has to be an object");
    }

    /** The controller reads a spec with problems so: bounds and window stay, and nothing is restarted. */
    @Test
    void rolloutsThatAreTurnedOffKeepAllElse() {
        var asked = spec("{'rollouts':{'mode':'Auto','atOnce':3,'perNamespace':2,'controlPlane':true}}")
                .rollouts();

        assertThat(asked.off())
                .isEqualTo(new RolloutSpec(RolloutSpec.Mode.OFF, 3, 2, true, Duration.ofMinutes(1), asked.window()));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"'0',0", "0,0", "'90s',90", "'5m',300", "'1h',3600", "'',60", "null,60"})
    void aPauseIsReadAsGoReadsIt(String pause, int seconds) {
        assertThat(spec("{'rollouts':{'mode':'Auto','pause':" + pause + "}}").rollouts())
                .isEqualTo(new RolloutSpec(
                        RolloutSpec.Mode.AUTO, 1, 1, false, Duration.ofSeconds(seconds), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'61m'", "'-1s'", "'soon'", "5", "true", "[]"})
    void aPauseThatIsNoneRestartsNothing(String pause) {
        var spec = "{'rollouts':{'mode':'Auto','pause':" + pause + "}}";

        assertThat(problems(spec))
                .singleElement()
                .asString()
                .startsWith("spec.rollouts.pause: has to be a length of time from 0 to 1h, as in 90s or 5m, and is ");
        assertThat(spec(spec).rollouts().mode()).isEqualTo(RolloutSpec.Mode.OFF);
    }
}
