package dev.weir.examples;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;

/**
 * Starts the shop under the agent, drives about twice the traffic that each rule admits, shows the
 * rules acting, edits the rule file, and says what callers saw. Exit status 0 if every limit held,
 * 1 if not or if the demo could not run, 2 if it was called wrongly.
 */
public final class Demo implements AutoCloseable {

  private final Options options;
  private final Screen screen;
  private final RulesFile rules;
  private final ShopProcess shop;

  private Demo(Options options) throws IOException {
    this.options = options;
    this.screen = new Screen(System.out, options.terminal());
    this.rules = RulesFile.copyOf(options.exampleRules(), options.scratch().resolve("rules.yaml"));
    this.shop = ShopProcess.start(options, rules.path());
  }

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String[] args) {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.err.print(Options.USAGE);
      return 2;
    }
    for (Path jar : List.of(options.agentJar(), options.shopJar())) {
      if (!Files.isRegularFile(jar)) {
        System.err.println(jar + " is not built; start the demo with examples/demo.sh");
        return 1;
      }
    }
    AtomicBoolean stopping = new AtomicBoolean();
    try (Demo demo = new Demo(options)) {
      // Ctrl-C must not leave the shop behind.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> demo.stop(stopping), "demo-stop"));
      return demo.play() ? 0 : 1;
    } catch (IOException | JMException failure) {
      if (!stopping.get()) { // else it is the shop that was just stopped
        System.err.println("The demo could not run: " + failure.getMessage());
      }
      return 1;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private void stop(AtomicBoolean stopping) {
    stopping.set(true);
    close();
  }

  private boolean play() throws IOException, JMException, InterruptedException {
    screen.say("Starting: java -javaagent:weir-agent.jar=rules=rules.yaml -jar shop.jar");
    URI uri = shop.awaitUri();
    try (AgentView agent = AgentView.of(shop.pid())) {
      screen.say("The shop listens on " + uri + " (pid " + shop.pid() + ").");
      Show show = new Show(agent, shop, rules, screen);
      boolean held = new Script(uri, rules, show, screen).play();
      if (options.serve()) {
        serve(uri, show);
      }
      return held;
    }
  }

  private void serve(URI uri, Show show) throws IOException, JMException, InterruptedException {
    screen.print(
        List.of(
            "",
            "The shop keeps running, without traffic, until Ctrl-C. Try:",
            "  curl -i " + uri + "/orders/17",
            "  curl -s -o /dev/null -w '%{http_code}\\n' '" + uri + "/orders/[1-200]' |",
            "    sort | uniq -c",
            "  curl -i -X POST '" + uri + "/orders?sku=bell&quantity=2'",
            "and edit " + rules.path(),
            "the shop's log is " + shop.log(),
            ""));
    show.whileAlive();
  }

  @Override
  public void close() {
    shop.close();
  }
}
