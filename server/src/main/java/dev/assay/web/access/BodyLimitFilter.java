package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.FreeSpace;
import dev.assay.web.errors.ProblemResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Limits the bodies that the server reads. A file is accepted only from a caller who may send it,
/// and only while there is free space. Any other body must be small.
@Component
final class BodyLimitFilter extends OncePerRequestFilter {
  private static final long LARGEST_BODY = 1_000_000;
  private static final Pattern PROJECT_FILE =
      Pattern.compile("/api/projects/[^/]+/(?:artifacts|skills):upload|/projects/[^/]+/artifacts");

  private final ProblemResponse answer;
  private final FreeSpace space;

  BodyLimitFilter(ProblemResponse answer, FreeSpace space) {
    this.space = space;
    this.answer = answer;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String type = request.getContentType();
    if (type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
      if (Caller.current().filter(caller -> mayBringFiles(caller, request)).isEmpty()) {
        answer.write(refusal(request), request, response);
      } else if (space.findShortage().isPresent()) {
        answer.write(new AssayException(ErrorCode.STORAGE_FULL, FreeSpace.FULL), request, response);
      } else {
        chain.doFilter(request, response);
      }
    } else if (request.getContentLengthLong() > LARGEST_BODY) {
      answer.write(tooLarge(), request, response);
    } else {
      chain.doFilter(new Bounded(request), response);
    }
  }

  /// Tests whether the caller may send files here: skills as an admin or author, files of
  /// conversations as a user who may chat, and files of projects as a member.
  private static boolean mayBringFiles(Caller caller, HttpServletRequest request) {
    String path = RoleAuthorization.path(request);
    boolean taken =
        caller.isAdmin()
            || path.startsWith("/api/uploads/")
            || path.startsWith("/chat/")
            || PROJECT_FILE.matcher(path).matches()
            || path.startsWith("/admin/skills")
            || path.startsWith("/api/admin/skills/upload");
    return taken
        && AccessRules.of(caller.role(), request.getMethod(), path) == AccessRules.Access.ALLOWED;
  }

  private static AssayException refusal(HttpServletRequest request) {
    return Caller.current().isEmpty()
        ? new AssayException(ErrorCode.UNAUTHORIZED, "Sign in first.")
        : new AssayException(ErrorCode.FORBIDDEN, RoleAuthorization.denial(request));
  }

  private static AssayException tooLarge() {
    return new AssayException(
        ErrorCode.FILE_TOO_LARGE, "The body is larger than " + LARGEST_BODY + " bytes.");
  }

  /// A request whose body fails as soon as it exceeds the limit.
  private static final class Bounded extends HttpServletRequestWrapper {
    Bounded(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new BoundedStream(super.getInputStream());
    }
  }

  private static final class BoundedStream extends ServletInputStream {
    private final ServletInputStream stream;
    private long left = LARGEST_BODY;

    BoundedStream(ServletInputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      int value = stream.read();
      took(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = stream.read(bytes, offset, length);
      took(Math.max(0, count));
      return count;
    }

    private void took(int count) {
      left -= count;
      if (left < 0) {
        throw tooLarge();
      }
    }

    @Override
    public boolean isFinished() {
      return stream.isFinished();
    }

    @Override
    public boolean isReady() {
      return stream.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      stream.setReadListener(listener);
    }
  }
}
