package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The application and the agent do not see each other. */
class IsolationIT {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: query, match: "method:com.acme.app.PriceService#query", flow: {limit: 1/1h}}
      """;

  @RegisterExtension
  static final SharedApp SHARED =
      new SharedApp(
          () -> Launch.plainApp().classPath(Checkout.libraries("old-libraries")).rules(RULES));

  @BeforeEach
  void announce() {
    SHARED.app().announce("matches no method");
  }

  private static Reply jvm(String command, String... arguments) {
    return SHARED.app().call(Groups.JVM, command, arguments);
  }

  /** The loader gives its classes nothing but {@code java.*}; the bridge is found all the same. */
  @Test
  void classesOfALoaderThatHidesTheBridgeAreGuarded() {
    Reply first = jvm("hiddenLoader", "abc");
    assertThat(first.value()).isEqualTo("103");
    assertThat(first.field("loader")).contains("JavaOnlyLoader");
    Reply second = jvm("hiddenLoader", "abc");
    assertThat(second.causes()).isEqualTo("dev.weir.bridge.BlockedException");
    assertThat(second.field("blocked.loader")).as("the bootstrap loader").isEqualTo("null");
  }

  @Test
  void applicationKeepsItsOwnByteBuddyAndSnakeYaml() {
    ForkedApp app = SHARED.app();
    assertThat(app.call(Groups.OLD_LIBRARIES, "bytebuddy").value()).isEqualTo("generated");
    assertThat(app.call(Groups.OLD_LIBRARIES, "bytebuddyFrom").value()).contains("byte-buddy-1.14");
    assertThat(app.call(Groups.OLD_LIBRARIES, "snakeyaml").value()).isEqualTo("{answer=false}");
    assertThat(app.call(Groups.OLD_LIBRARIES, "snakeyamlFrom").value()).contains("snakeyaml-1.33");
  }

  @Test
  void applicationDoesNotSeeTheAgentsClasses() {
    for (String name :
        new String[] {
          "dev.weir.agent.AgentInstaller",
          "dev.weir.core.Mode",
          "dev.weir.instrument.Weaving",
          "picocli.CommandLine"
        }) {
      assertThat(jvm("load", name).thrown()).as(name).isEqualTo("java.lang.ClassNotFoundException");
      assertThat(jvm("resource", name.replace('.', '/') + ".class").value()).isEqualTo("null");
    }
    assertThat(jvm("load", "dev.weir.bridge.Bridge").value()).isEqualTo("null");
  }

  @Test
  void agentsThreadsDoNotKeepTheJvmAlive() {
    assertThat(jvm("threads").value().toLowerCase(java.util.Locale.ROOT)).contains("weir");
    for (String thread : jvm("threads").value().split(",", -1)) {
      if (thread.toLowerCase(java.util.Locale.ROOT).contains("weir")) {
        assertThat(thread).doesNotContain("(not a daemon)");
      }
    }
  }

  @Test
  void propertiesOfTheApplicationAreLeftAlone() {
    assertThat(jvm("property", "net.bytebuddy.nexus.disabled").value()).isEqualTo("null");
    assertThat(jvm("stdout", "a line").value()).isEqualTo("printed");
    SHARED.app().expectStdout("a line\n");
  }
}
