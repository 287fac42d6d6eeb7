package example.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** One servlet or filter a way that a request can take. */
public final class JakartaApp implements ServletContainerInitializer {

  /** How often a body ran, whatever Weir says. */
  public static final AtomicInteger BODIES = new AtomicInteger();

  @Override
  public void onStartup(Set<Class<?>> types, ServletContext context) {
    servlet(context, "plain", new Plain(), "/plain", "/orders/*");
    servlet(context, "echo", new Echo(), "/echo");
    servlet(context, "throwing", new Throwing(), "/throwing");
    servlet(context, "send-error", new SendError(), "/send-error");
    servlet(context, "error-page", new ErrorPage(), "/error-page");
    servlet(context, "forward", new Forward(), "/forward");
    servlet(context, "include", new Include(), "/include");
    servlet(context, "async", new Async(), "/async/*");
    servlet(context, "hostile", new Plain(), "/hostile");
    servlet(context, "taken", new Plain(), "/taken");

    // Classes of lambdas are hidden and cannot be woven: what these pass on comes from outside.
    filter(
        context,
        "hostile-request",
        (request, response, chain) ->
            chain.doFilter(new HostileRequest((HttpServletRequest) request), response),
        "/hostile");
    filter(
        context,
        "writer-taken",
        (request, response, chain) -> {
          response.setContentType("text/plain;charset=UTF-8");
          response.getWriter().write("");
          chain.doFilter(request, response);
        },
        "/taken");
    filter(context, "outer", new Wrapping(), "/wrapped/*", "/plain", "/async/*");
    filter(context, "inner", new Wrapping(), "/wrapped/*", "/plain", "/async/*");
    filter(context, "answering", new Answering(), "/filter-only");
    servlet(context, "wrapped", new Plain(), "/wrapped/*");
  }

  private static void servlet(
      ServletContext context, String name, HttpServlet servlet, String... paths) {
    var registration = context.addServlet(name, servlet);
    registration.setAsyncSupported(true);
    registration.addMapping(paths);
  }

  private static void filter(ServletContext context, String name, Filter filter, String... paths) {
    var registration = context.addFilter(name, filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, paths);
  }

  private static void write(ServletResponse response, String text) throws IOException {
    BODIES.incrementAndGet();
    response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final class Plain extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      BODIES.incrementAndGet();
      response.setHeader("X-Plain", "yes");
      if (request.getServletPath().equals("/taken")) {
        response.getWriter().write("plain");
      } else {
        response.getOutputStream().write("plain".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Reads the form itself, which it cannot if something asked for a parameter before. */
  private static final class Echo extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      BODIES.incrementAndGet();
      byte[] body = request.getInputStream().readAllBytes();
      response.setStatus(201);
      response.getOutputStream().write(body);
    }
  }

  private static final class Throwing extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      BODIES.incrementAndGet();
      throw new IllegalStateException("thrown by the application");
    }
  }

  private static final class SendError extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      BODIES.incrementAndGet();
      response.sendError(418);
    }
  }

  private static final class ErrorPage extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      write(response, "error page " + response.getStatus());
    }
  }

  private static final class Forward extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      request.getRequestDispatcher("/plain").forward(request, response);
    }
  }

  private static final class Include extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      write(response, "with ");
      request.getRequestDispatcher("/orders/1").include(request, response);
    }
  }

  /** What follows {@code /async} says how the request goes on. */
  private static final class Async extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getDispatcherType() == DispatcherType.ASYNC) {
        dispatched(request, response);
        return;
      }
      AsyncContext context = request.startAsync();
      context.setTimeout(request.getPathInfo().matches("/timeout.*|/throw") ? 100 : 10_000);
      switch (request.getPathInfo()) {
        case "/complete" -> later(() -> completeWith(context, 202, "completed"));
        case "/early" -> join(later(() -> completeWith(context, 202, "early")));
        case "/same-thread" -> completeWith(context, 202, "same thread");
        case "/dispatch" -> later(() -> context.dispatch("/plain"));
        case "/dispatch-early" -> context.dispatch("/plain");
        case "/again", "/throw-later", "/send-error" -> later(context::dispatch);
        case "/throw" -> throw new IllegalStateException("thrown after startAsync");
        case "/timeout" -> BODIES.incrementAndGet();
        case "/timeout-answered" -> context.addListener(new TimeoutAnswer());
        case "/stream" -> later(() -> stream(context));
        default -> throw new IllegalArgumentException(request.getPathInfo());
      }
    }

    private static void dispatched(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      switch (request.getPathInfo()) {
        case "/again" -> {
          AsyncContext second = request.startAsync();
          later(() -> completeWith(second, 203, "again"));
        }
        case "/send-error" -> response.sendError(418);
        default -> throw new IllegalStateException("thrown in a dispatch");
      }
    }

    private static Thread later(Runnable task) {
      Thread thread = new Thread(task, "application");
      thread.start();
      return thread;
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }

    private static void completeWith(AsyncContext context, int status, String text) {
      try {
        ((HttpServletResponse) context.getResponse()).setStatus(status);
        write(context.getResponse(), text);
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      } finally {
        context.complete();
      }
    }

    /** Until the client is gone. */
    private static void stream(AsyncContext context) {
      byte[] block = new byte[64 * 1024];
      try {
        OutputStream out = context.getResponse().getOutputStream();
        while (true) {
          out.write(block);
          out.flush();
        }
      } catch (IOException gone) {
        BODIES.incrementAndGet();
      }
      try {
        context.complete();
      } catch (IllegalStateException completed) {
        // The container noticed first.
      }
    }
  }

  private static final class TimeoutAnswer implements AsyncListener {
    @Override
    public void onTimeout(AsyncEvent event) {
      Async.completeWith(event.getAsyncContext(), 504, "too late");
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  /** Answers without a servlet. */
  private static final class Answering implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException {
      ((HttpServletResponse) response).setStatus(206);
      write(response, "filter only");
    }
  }

  private static final class Wrapping implements Filter {
    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      chain.doFilter(
          new HttpServletRequestWrapper((HttpServletRequest) request),
          new HttpServletResponseWrapper((HttpServletResponse) response));
    }
  }

  private static final class HostileRequest extends HttpServletRequestWrapper {
    HostileRequest(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getPathInfo() {
      throw new UnsupportedOperationException("hostile");
    }
  }
}
