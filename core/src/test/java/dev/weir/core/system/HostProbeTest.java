package dev.weir.core.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts of real systems, in {@code src/test/resources/hosts}, and the one that this runs on. */
class HostProbeTest {

  private static final File HOSTS = new File("src/test/resources/hosts");
  private static final double ALL = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({
    "docker-v1, 1.5",
    "docker-v2, 0.5",
    "kubernetes-v1, 1.5",
    "kubernetes-v2, 1.5",
    "systemd-slice, 0.25",
    "hybrid, 0.5",
    "outside-the-name-space, 1.25",
    "mounted-below-a-blank, 3",
    "group-not-to-be-seen, 0.8",
    "garbage-below-a-quota, 0.5",
  })
  void quotaIsTheSmallestFromTheOwnGroupUp(String host, double cpus) throws IOException {
    assertThat(CpuQuota.read(files(host))).isEqualTo(cpus);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker-v1-unlimited", "docker-v2-unlimited", "not-linux"})
  void withoutQuotaAllProcessorsMayBeUsed(String host) throws IOException {
    assertThat(CpuQuota.read(files(host))).isEqualTo(ALL);
    assertThat(probe(host).allowedCpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void quotaAboveTheProcessorsDoesNotMatter() throws IOException {
    assertThat(probe("docker-v2").allowedCpus()).isEqualTo(0.5);
    assertThat(probe("mounted-below-a-blank").allowedCpus())
        .isEqualTo(Math.min(3, Runtime.getRuntime().availableProcessors()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "unreadable"})
  void whatCannotBeReadIsSaid(String host) {
    assertThatThrownBy(() -> probe(host).allowedCpus()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> probe(host).loadAverage()).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> probe(host).cpuNanos()).isInstanceOf(IOException.class);
  }

  @Test
  void loadIsTheFirstAverage() throws IOException {
    assertThat(probe("docker-v2").loadAverage()).isEqualTo(3.25);
    assertThat(probe("not-linux").loadAverage()).isNaN();
  }

  /** User and system time, 382 and 18 ticks of 10 ms. */
  @ParameterizedTest
  @ValueSource(strings = {"java", "a name", "a) R (b", "((x))", ") 1 2 3 ("})
  void nameOfTheProcessMayHoldAnything(String name) throws IOException {
    String stat = "26693 (" + name + ") R 1 2 3 0 -1 4194304 101 0 0 0 382 18 0 0 20 0 1 0 28 31 4";
    assertThat(HostProbe.cpuNanos(stat)).isEqualTo(4_000_000_000L);
  }

  /** Where there is no such file, what the JDK tells; here both are of this process. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "src/test/resources/hosts/not-linux"})
  void cpuTimeOfThisProcessGrows(String root) throws IOException {
    HostProbe probe = new HostProbe(new File(root));
    long before = probe.cpuNanos();
    assertThat(before).isPositive();
    long end = before + 50_000_000;
    double work = 1;
    while (probe.cpuNanos() < end) {
      work = Math.sqrt(work + 1);
    }
    assertThat(work).isPositive();
  }

  @Test
  void thisSystemCanBeRead() throws IOException {
    HostProbe probe = new HostProbe(new File("/"));
    assertThat(probe.allowedCpus())
        .isBetween(0.001, (double) Runtime.getRuntime().availableProcessors());
  }

  private static HostFiles files(String host) {
    return new HostFiles(new File(HOSTS, host));
  }

  private static HostProbe probe(String host) {
    File root = new File(HOSTS, host);
    assertThat(root).exists();
    return new HostProbe(root);
  }
}
