package dev.assay.web.console;

import dev.assay.accounts.Tokens;
import dev.assay.skill.AssayException;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// A person's own account: password and API tokens.
@Controller
class AccountPage {
  private final Tokens tokens;
  private final Frame.Maker frames;

  AccountPage(Tokens tokens, Frame.Maker frames) {
    this.tokens = tokens;
    this.frames = frames;
  }

  @GetMapping("/account")
  ModelAndView account(
      HttpServletRequest request,
      @AuthenticationPrincipal Caller caller,
      @RequestParam(name = "password", defaultValue = "") String password) {
    String notice = password.equals("changed") ? "Your password is changed." : "";
    return page(request, caller, "", new Notice(notice, ""));
  }

  @PostMapping("/account/tokens")
  ModelAndView createToken(
      HttpServletRequest request,
      HttpServletResponse response,
      @AuthenticationPrincipal Caller caller,
      @RequestParam("name") String name,
      @RequestParam("days") int days) {
    try {
      String text =
          tokens
              .create(caller.requireAccount(), name, Optional.of(Duration.ofDays(days)))
              .text()
              .reveal();
      return page(request, caller, text, Notice.NONE);
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, caller, "", new Notice("", e.reason()));
    }
  }

  @PostMapping("/account/tokens/{id}/revoke")
  String revokeToken(@AuthenticationPrincipal Caller caller, @PathVariable("id") UUID id) {
    tokens.revoke(caller.requireAccount(), id);
    return "redirect:/account";
  }

  private ModelAndView page(
      HttpServletRequest request, Caller caller, String newToken, Notice notice) {
    return new ModelAndView(
        "account",
        Map.of(
            "frame",
            frames.of(request),
            "account",
            caller.requireAccount(),
            "tokens",
            tokens.list(caller.requireAccount()),
            "newToken",
            newToken,
            "notice",
            notice));
  }
}
