package dev.assay.web.console;

import dev.assay.accounts.AccessToken;
import dev.assay.accounts.PasswordChanges;
import dev.assay.accounts.Tokens;
import dev.assay.skill.AssayException;
import dev.assay.skill.Secret;
import dev.assay.web.WebPolicy;
import dev.assay.web.access.Caller;
import dev.assay.web.access.SessionCookie;
import dev.assay.web.errors.ProblemResponse;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The pages for signing in, signing out and choosing a password.
@Controller
class SignInPages {
  private final PasswordChanges passwords;
  private final Tokens tokens;
  private final SessionCookie cookie;
  private final WebPolicy policy;
  private final PageFrame.Maker frames;

  SignInPages(
      PasswordChanges passwords,
      Tokens tokens,
      SessionCookie cookie,
      WebPolicy policy,
      PageFrame.Maker frames) {
    this.passwords = passwords;
    this.tokens = tokens;
    this.cookie = cookie;
    this.policy = policy;
    this.frames = frames;
  }

  @GetMapping("/sign-in")
  ModelAndView signInPage(
      HttpServletRequest request, @RequestParam(name = "next", defaultValue = "/") String next) {
    return signInForm(request, next, "", "");
  }

  @PostMapping("/sign-in")
  ModelAndView signIn(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam("username") String username,
      @RequestParam("password") String password,
      @RequestParam(name = "next", defaultValue = "/") String next) {
    try {
      cookie.set(
          response,
          passwords
              .signIn(username, Secret.of(password), request.getRemoteAddr(), tokens::openSession)
              .token());
      return new ModelAndView("redirect:" + localOnly(next));
    } catch (AssayException e) {
      ProblemResponse.mark(e, response);
      return signInForm(request, next, username, Problems.words(e));
    }
  }

  @PostMapping("/sign-out")
  String signOut(@AuthenticationPrincipal Caller caller, HttpServletResponse response) {
    caller.token().map(AccessToken::id).ifPresent(tokens::end);
    cookie.clear(response);
    return "redirect:/sign-in";
  }

  @GetMapping("/account/password")
  ModelAndView passwordPage(HttpServletRequest request) {
    return passwordForm(request, "");
  }

  @PostMapping("/account/password")
  ModelAndView changePassword(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @RequestParam("current_password") String current,
      @RequestParam("new_password") String chosen,
      @RequestParam("new_password_again") String again) {
    if (!chosen.equals(again)) {
      response.setStatus(HttpStatus.BAD_REQUEST.value());
      return passwordForm(request, "The two new passwords differ.");
    }
    try {
      passwords.changePassword(
          caller.requireAccount(),
          caller.token(),
          Secret.of(current),
          Secret.of(chosen),
          request.getRemoteAddr());
      return new ModelAndView("redirect:/account?password=changed");
    } catch (AssayException e) {
      ProblemResponse.mark(e, response);
      return passwordForm(request, Problems.words(e));
    }
  }

  private ModelAndView signInForm(
      HttpServletRequest request, String next, String username, String problem) {
    return new ModelAndView(
        "sign-in",
        Map.of(
            "frame",
            frames.of(request),
            "next",
            localOnly(next),
            "username",
            username,
            "problem",
            problem,
            "withProvider",
            policy.oidc().isPresent(),
            "firstTime",
            passwords.isFirstSignIn()));
  }

  private ModelAndView passwordForm(HttpServletRequest request, String problem) {
    return new ModelAndView("password", Map.of("frame", frames.of(request), "problem", problem));
  }

  /// Returns the path if it belongs to this server, else `/`. A foreign link may name any address.
  static String localOnly(String next) {
    return next.matches("/[A-Za-z0-9_~.%-][A-Za-z0-9_~.%/-]*") ? next : "/";
  }
}
