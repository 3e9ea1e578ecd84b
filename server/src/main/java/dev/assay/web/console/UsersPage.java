package dev.assay.web.console;

import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.Invitation;
import dev.assay.accounts.Role;
import dev.assay.skill.AssayException;
import dev.assay.web.access.Caller;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of the accounts, for admins.
@Controller
@RequestMapping("/admin/users")
class UsersPage {
  private static final int PAGE_SIZE = 50;

  private final Accounts accounts;
  private final AccountChanges changes;
  private final PageFrame.Maker frames;

  UsersPage(Accounts accounts, AccountChanges changes, PageFrame.Maker frames) {
    this.accounts = accounts;
    this.changes = changes;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView users(HttpServletRequest request) {
    return page(request, Notice.NONE);
  }

  @PostMapping
  ModelAndView invite(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam("username") String username,
      @RequestParam("role") Role role,
      @AuthenticationPrincipal Caller caller) {
    return doing(
        request, response, () -> handOver(changes.invite(caller.requirePerson(), username, role)));
  }

  @PostMapping("/{username}/{action}")
  ModelAndView change(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("username") String username,
      @PathVariable("action") String action,
      @AuthenticationPrincipal Caller caller) {
    return doing(request, response, () -> perform(caller, username, action));
  }

  private String perform(Caller caller, String username, String action) {
    Optional<Role> wanted =
        Stream.of(Role.values()).filter(role -> action.equals("make-" + role.word())).findFirst();
    if (wanted.isPresent()) {
      Role role = wanted.get();
      return "%s is %s %s now."
          .formatted(
              changes.changeRole(caller.requirePerson(), username, role).name(),
              role.word().startsWith("a") ? "an" : "a",
              role.word());
    }
    return switch (action) {
      case "disable" ->
          changes.disable(caller.requirePerson(), username).name() + " can no longer sign in.";
      case "enable" ->
          changes.enable(caller.requirePerson(), username).name() + " can sign in again.";
      case "reset-password" -> handOver(changes.resetPassword(caller.requirePerson(), username));
      case "remove" -> {
        changes.remove(caller.requirePerson(), username);
        yield username + " is removed.";
      }
      default ->
          throw new AssayException(
              dev.assay.skill.ErrorCode.NOT_FOUND, "There is no action \"" + action + "\".");
    };
  }

  private static String handOver(Invitation invitation) {
    return "One-time password of %s, shown only now: %s"
        .formatted(invitation.account().name(), invitation.password().reveal());
  }

  private ModelAndView doing(
      HttpServletRequest request, HttpServletResponse response, Supplier<String> action) {
    try {
      return page(request, new Notice(action.get(), ""));
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, new Notice("", e.reason()));
    }
  }

  private ModelAndView page(HttpServletRequest request, Notice notice) {
    return new ModelAndView(
        "users",
        Map.of(
            "frame",
            frames.of(request),
            "found",
            Excerpt.of(
                accounts.list(),
                account -> account.name() + " " + account.role().word(),
                Search.of(request, "/admin/users"),
                PAGE_SIZE),
            "notice",
            notice));
  }
}
