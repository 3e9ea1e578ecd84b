package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.accounts.AccessToken;
import dev.assay.accounts.Account;
import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.IssuedToken;
import dev.assay.accounts.Tokens;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Tokens")
class TokensController {
  private static final String MINE = "/api/tokens";
  private static final String THEIRS = "/api/admin/users/{username}/tokens";

  private final Tokens tokens;
  private final Accounts accounts;
  private final AccountChanges changes;

  TokensController(Tokens tokens, Accounts accounts, AccountChanges changes) {
    this.tokens = tokens;
    this.accounts = accounts;
    this.changes = changes;
  }

  record TokenRequest(
      @Nullable String name, @JsonProperty("expires_in_days") @Nullable Integer expiresInDays) {}

  record TokenAnswer(
      UUID id,
      String name,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("expires_at") Instant expiresAt,
      @JsonProperty("last_used_at") Instant lastUsedAt) {
    static TokenAnswer of(AccessToken token) {
      return new TokenAnswer(
          token.id(), token.name(), token.createdAt(), token.expiresAt(), token.lastUsedAt());
    }
  }

  record NewTokenAnswer(
      UUID id, String name, String token, @JsonProperty("expires_at") Instant expiresAt) {
    @Override
    public String toString() {
      return "NewTokenAnswer[" + id + "]";
    }
  }

  record TokenList(List<TokenAnswer> tokens) {}

  @GetMapping(MINE)
  @Operation(operationId = "listMyTokens", summary = "Your API tokens")
  TokenList list(@AuthenticationPrincipal Caller caller) {
    return list(caller.requireAccount());
  }

  @PostMapping(MINE)
  @ResponseStatus(HttpStatus.CREATED)
  @Operation(
      operationId = "createMyToken",
      summary = "Make an API token",
      description = "The token is in this answer only.")
  NewTokenAnswer create(@RequestBody TokenRequest body, @AuthenticationPrincipal Caller caller) {
    return create(caller, caller.requireAccount(), body);
  }

  @DeleteMapping(MINE + "/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses(ErrorCode.TOKEN_NOT_FOUND)
  @Operation(operationId = "revokeMyToken", summary = "Revoke one of your API tokens")
  void revoke(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    changes.revokeToken(caller.requirePerson(), caller.requireAccount(), id);
  }

  @GetMapping(THEIRS)
  @Refuses(ErrorCode.ACCOUNT_NOT_FOUND)
  @Operation(operationId = "listTokens", summary = "An account's API tokens")
  TokenList list(@PathVariable("username") String username) {
    return list(accounts.load(username));
  }

  @PostMapping(THEIRS)
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses(ErrorCode.ACCOUNT_NOT_FOUND)
  @Operation(
      operationId = "createToken",
      summary = "Make an API token for an account, such as one that a program uses")
  NewTokenAnswer create(
      @PathVariable("username") String username,
      @RequestBody TokenRequest body,
      @AuthenticationPrincipal Caller caller) {
    return create(caller, accounts.load(username), body);
  }

  @DeleteMapping(THEIRS + "/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.ACCOUNT_NOT_FOUND, ErrorCode.TOKEN_NOT_FOUND})
  @Operation(operationId = "revokeToken", summary = "Revoke an account's API token")
  void revoke(
      @PathVariable("username") String username,
      @PathVariable("id") UUID id,
      @AuthenticationPrincipal Caller caller) {
    changes.revokeToken(caller.requirePerson(), accounts.load(username), id);
  }

  private TokenList list(Account account) {
    return new TokenList(tokens.list(account).stream().map(TokenAnswer::of).toList());
  }

  private NewTokenAnswer create(Caller caller, Account account, TokenRequest body) {
    IssuedToken issued =
        changes.createToken(
            caller.requirePerson(),
            account,
            Required.text(body.name(), "name"),
            Optional.ofNullable(body.expiresInDays()).map(Duration::ofDays));
    return new NewTokenAnswer(
        issued.token().id(),
        issued.token().name(),
        issued.text().reveal(),
        issued.token().expiresAt());
  }
}
