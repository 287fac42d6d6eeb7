package com.acme.boot;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The web edge: plain, asynchronous in both of Spring MVC's ways, and failing. */
@RestController
public class ShopController {

  private final PriceService prices;
  private final JdbcTemplate jdbc;
  private final AtomicInteger bodies = new AtomicInteger();

  public ShopController(PriceService prices, JdbcTemplate jdbc) {
    this.prices = prices;
    this.jdbc = jdbc;
  }

  /** How many bodies of {@code /orders} have run. */
  @GetMapping("/bodies")
  public int bodies() {
    return bodies.get();
  }

  @GetMapping("/orders/{id}")
  public String order(@PathVariable String id) {
    bodies.incrementAndGet();
    return "order " + id;
  }

  @PostMapping("/orders")
  @ResponseStatus(HttpStatus.CREATED)
  public String create(@RequestBody String body) {
    bodies.incrementAndGet();
    return "posted " + body;
  }

  @GetMapping("/callable")
  public Callable<String> callable() {
    return () -> {
      TimeUnit.MILLISECONDS.sleep(30);
      return "callable";
    };
  }

  @GetMapping("/future")
  public CompletableFuture<String> future() {
    return CompletableFuture.supplyAsync(
        () -> "future", CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS));
  }

  @GetMapping("/fail")
  public String fail() {
    throw new IllegalStateException("a failure");
  }

  @GetMapping("/prices/{sku}")
  public long price(@PathVariable String sku) {
    return prices.price(sku);
  }

  @GetMapping("/db")
  public String database() {
    return jdbc.queryForObject("select sku from orders where id = 1", String.class);
  }

  @GetMapping("/db-refusal")
  public String databaseRefusal() {
    try {
      return database();
    } catch (org.springframework.dao.DataAccessException e) {
      return e.getClass().getName() + " <- " + e.getMostSpecificCause().getClass().getName();
    }
  }
}
