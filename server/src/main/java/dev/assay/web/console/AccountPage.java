package dev.assay.web.console;

import dev.assay.accounts.AccessToken;
import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Tokens;
import dev.assay.skill.AssayException;
import dev.assay.web.access.Caller;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
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

/// The page of a person's own account: password and API tokens.
@Controller
class AccountPage {
  private static final int PAGE_SIZE = 25;

  private final Tokens tokens;
  private final AccountChanges changes;
  private final PageFrame.Maker frames;

  AccountPage(Tokens tokens, AccountChanges changes, PageFrame.Maker frames) {
    this.tokens = tokens;
    this.changes = changes;
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
          changes
              .createToken(
                  caller.requirePerson(),
                  caller.requireAccount(),
                  name,
                  Optional.of(Duration.ofDays(days)))
              .text()
              .reveal();
      return page(request, caller, text, Notice.NONE);
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, caller, "", new Notice("", Problems.words(e)));
    }
  }

  @PostMapping("/account/tokens/{id}/revoke")
  String revokeToken(@AuthenticationPrincipal Caller caller, @PathVariable("id") UUID id) {
    changes.revokeToken(caller.requirePerson(), caller.requireAccount(), id);
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
            Excerpt.of(
                tokens.list(caller.requireAccount()),
                AccessToken::name,
                Search.of(request, "/account"),
                PAGE_SIZE),
            "newToken",
            newToken,
            "notice",
            notice));
  }
}
