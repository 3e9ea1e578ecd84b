package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.accounts.AccessToken;
import dev.assay.accounts.Account;
import dev.assay.accounts.PasswordChanges;
import dev.assay.accounts.Tokens;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/auth")
@Tag(name = "Sign-in")
class AuthController {
  private final PasswordChanges passwords;
  private final Tokens tokens;

  AuthController(PasswordChanges passwords, Tokens tokens) {
    this.passwords = passwords;
    this.tokens = tokens;
  }

  record LoginRequest(@Nullable String username, @Nullable String password) {
    @Override
    public String toString() {
      return "LoginRequest[" + username + "]";
    }
  }

  record LoginAnswer(
      String token,
      @JsonProperty("expires_at") Instant expiresAt,
      @JsonProperty("must_change_password") boolean mustChangePassword) {
    @Override
    public String toString() {
      return "LoginAnswer[" + expiresAt + "]";
    }
  }

  record PasswordRequest(
      @JsonProperty("current_password") @Nullable String currentPassword,
      @JsonProperty("new_password") @Nullable String newPassword) {
    @Override
    public String toString() {
      return "PasswordRequest[]";
    }
  }

  record CallerAnswer(
      String username,
      String role,
      @JsonProperty("must_change_password") boolean mustChangePassword) {}

  @PostMapping("/login")
  @SecurityRequirements
  @Refuses({ErrorCode.TOO_MANY_ATTEMPTS, ErrorCode.UNAUTHORIZED})
  @Operation(
      operationId = "signIn",
      summary = "Sign in with a name and a password",
      description = "Answers a token.")
  LoginAnswer login(@RequestBody LoginRequest body, HttpServletRequest request) {
    PasswordChanges.SignedIn in =
        passwords.signIn(
            Required.text(body.username(), "username"),
            Secret.of(Required.text(body.password(), "password")),
            request.getRemoteAddr(),
            tokens::openLogin);
    return new LoginAnswer(
        in.token().text().reveal(),
        in.token().token().expiresAt(),
        in.account().mustChangePassword());
  }

  @PostMapping("/logout")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(operationId = "signOut", summary = "End the token this request was sent with")
  void logout(@AuthenticationPrincipal Caller caller) {
    caller.token().map(AccessToken::id).ifPresent(tokens::end);
  }

  @PostMapping("/password")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.PASSWORD_NOT_ACCEPTED, ErrorCode.TOO_MANY_ATTEMPTS})
  @Operation(
      operationId = "changePassword",
      summary = "Choose a new password",
      description = "Ends every other session of the account; named tokens stay.")
  void changePassword(
      @RequestBody PasswordRequest body,
      @AuthenticationPrincipal Caller caller,
      HttpServletRequest request) {
    passwords.changePassword(
        caller.requireAccount(),
        caller.token(),
        Secret.of(Required.text(body.currentPassword(), "current_password")),
        Secret.of(Required.text(body.newPassword(), "new_password")),
        request.getRemoteAddr());
  }

  @GetMapping("/me")
  @Operation(operationId = "whoAmI", summary = "Who this request was sent by")
  CallerAnswer me(@AuthenticationPrincipal Caller caller) {
    return new CallerAnswer(
        caller.getName(),
        caller.role().word(),
        caller.account().filter(Account::mustChangePassword).isPresent());
  }
}
