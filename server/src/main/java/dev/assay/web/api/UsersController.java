package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.accounts.Account;
import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.Invitation;
import dev.assay.accounts.Role;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.Visible;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/users")
@Tag(name = "Users")
class UsersController {
  private final Accounts accounts;
  private final AccountChanges changes;

  UsersController(Accounts accounts, AccountChanges changes) {
    this.accounts = accounts;
    this.changes = changes;
  }

  record NewUserRequest(
      @Nullable String username, @Nullable String role, @Nullable String password) {
    @Override
    public String toString() {
      return "NewUserRequest[" + username + "]";
    }
  }

  record UserChange(@Nullable String role, @Nullable Boolean disabled) {}

  record UserAnswer(
      String username,
      String role,
      String origin,
      String state,
      @JsonProperty("created_at") Instant createdAt) {
    static UserAnswer of(Account account) {
      return new UserAnswer(
          account.name(),
          account.role().word(),
          account.origin().name().toLowerCase(Locale.ROOT),
          account.state().name().toLowerCase(Locale.ROOT),
          account.createdAt());
    }
  }

  record InvitationAnswer(
      String username,
      String role,
      @JsonProperty("one_time_password") @Nullable String oneTimePassword) {
    @Override
    public String toString() {
      return "InvitationAnswer[" + username + "]";
    }
  }

  record UserList(List<UserAnswer> users) {}

  @GetMapping
  @Operation(operationId = "listUsers", summary = "All accounts")
  UserList list() {
    return new UserList(accounts.list().stream().map(UserAnswer::of).toList());
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses({
    ErrorCode.ACCOUNT_ALREADY_EXISTS,
    ErrorCode.PASSWORD_NOT_ACCEPTED,
    ErrorCode.TOO_MANY_ATTEMPTS
  })
  @Operation(
      operationId = "createUser",
      summary = "Make an account",
      description = "Without a password a one-time password is made and answered, once.")
  InvitationAnswer create(
      @RequestBody NewUserRequest body, @AuthenticationPrincipal Caller caller) {
    String name = Required.text(body.username(), "username");
    Role role = role(body.role() == null ? "user" : body.role());
    if (body.password() == null) {
      return answer(changes.invite(caller.requirePerson(), name, role));
    }
    Account account =
        changes.create(caller.requirePerson(), name, role, Secret.of(body.password()));
    return new InvitationAnswer(account.name(), account.role().word(), null);
  }

  @PatchMapping("/{username}")
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.LAST_ADMIN})
  @Operation(operationId = "changeUser", summary = "Change an account's role, disable or enable it")
  UserAnswer change(
      @PathVariable("username") String username,
      @RequestBody UserChange body,
      @AuthenticationPrincipal Caller caller) {
    if (body.role() != null) {
      changes.changeRole(caller.requirePerson(), username, role(body.role()));
    }
    if (body.disabled() != null) {
      return UserAnswer.of(
          body.disabled()
              ? changes.disable(caller.requirePerson(), username)
              : changes.enable(caller.requirePerson(), username));
    }
    return UserAnswer.of(accounts.load(username));
  }

  @PostMapping("/{username}/password-reset")
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.TOO_MANY_ATTEMPTS})
  @Operation(
      operationId = "resetPassword",
      summary = "Give an account a new one-time password and end its sessions")
  InvitationAnswer resetPassword(
      @PathVariable("username") String username, @AuthenticationPrincipal Caller caller) {
    return answer(changes.resetPassword(caller.requirePerson(), username));
  }

  @DeleteMapping("/{username}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.LAST_ADMIN})
  @Operation(operationId = "removeUser", summary = "Remove an account and its tokens")
  void remove(@PathVariable("username") String username, @AuthenticationPrincipal Caller caller) {
    changes.remove(caller.requirePerson(), username);
  }

  private static InvitationAnswer answer(Invitation invitation) {
    return new InvitationAnswer(
        invitation.account().name(),
        invitation.account().role().word(),
        invitation.password().reveal());
  }

  private static Role role(String word) {
    return Stream.of(Role.values())
        .filter(role -> role.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.BAD_REQUEST,
                    "The role \""
                        + Visible.line(word, 40)
                        + "\" is not known; use admin, reviewer, author, auditor or user."));
  }
}
