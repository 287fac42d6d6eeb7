package com.acme.web;

import com.acme.app.Hits;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Ends asynchronously, in the way that the path names. */
public final class AsyncServlet extends HttpServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Hits.count("async");
    String how = request.getPathInfo();
    if (how.equals("/plain")) {
      response.getWriter().write("plain");
      return;
    }
    AsyncContext context = request.startAsync();
    switch (how) {
      case "/complete" -> later(30, () -> write(context, "completed"));
      case "/at-once" -> write(context, "at once");
      case "/race" -> new Thread(() -> write(context, "race"), "async-race").start();
      case "/dispatch" -> later(30, () -> context.dispatch("/orders/9"));
      case "/dispatch-twice" -> later(30, () -> context.dispatch("/async/complete"));
      case "/dispatch-fail" -> later(30, () -> context.dispatch("/fail/runtime"));
      case "/timeout" -> {
        context.setTimeout(150);
        context.addListener(new CompletingListener());
      }
      case "/timeout-unhandled" -> context.setTimeout(150);
      case "/throw" -> {
        context.setTimeout(150); // Jetty answers only when this has passed.
        throw new IllegalStateException("after startAsync");
      }
      case "/slow" -> later(1_000, () -> write(context, "slow"));
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void later(int millis, Runnable body) {
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(body);
  }

  private static void write(AsyncContext context, String text) {
    try {
      context.getResponse().getWriter().write(text);
    } catch (IOException gone) {
      // The client has left; the call still ends.
    }
    context.complete();
  }

  private static final class CompletingListener implements AsyncListener {

    @Override
    public void onTimeout(AsyncEvent event) {
      ((HttpServletResponse) event.getAsyncContext().getResponse()).setStatus(503);
      write(event.getAsyncContext(), "timed out");
    }

    @Override
    public void onComplete(AsyncEvent event) {
      Hits.count("completed");
    }

    @Override
    public void onError(AsyncEvent event) {
      Hits.count("failed");
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
