package dev.assay.agent.protocol;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.FaultOwner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Decides in one place whose fault an error is and whether a retry makes sense. The code of the
/// error decides before its words, and its words before the status.
final class FaultTable {
  private static final List<Pattern> TOO_LONG =
      patterns(
          "maximum (?:context|prompt|input) length",
          "max(?:imum)?[ _]context[ _]length",
          "context[ _](?:window|length|size)[^.]{0,60}(?:exceed|overflow|limit|too|of only)",
          "(?:exceed|larger than|longer than|greater than|too (?:long|large) for)[^.]{0,80}context",
          "longer than the maximum model length",
          "must have less than \\d+ (?:input )?tokens",
          "(?:prompt|input) tokens?(?: count)?[^.]{0,40}exceed",
          "prompt (?:is )?too long",
          "prompt contains \\d+ tokens",
          "input is too long",
          "too many (?:input )?tokens(?! per)",
          "input token count[^.]{0,40}exceeds",
          "input length[^.]{0,60}(?:exceed|should be|must be)",
          "range of input length",
          "exceed(?:ed|s)? (?:the )?(?:model(?:'s)? )?(?:token limit|max(?:imum)? (?:number of )?tokens)",
          "reduce (?:the length of|your|the) (?:the )?(?:messages?|prompt|input)",
          "reduce your message size",
          "tokens? \\+ `?max_(?:new_)?tokens`? must be",
          "model token limit",
          "prompt 超长|输入(?:长度|过长)|上下文(?:长度|过长)");
  private static final List<Pattern> QUOTA =
      patterns(
          "insufficient (?:balance|quota|credits?|funds)",
          "credit balance is too low",
          "exceeded your current quota",
          "(?:billing|spending|usage) (?:hard )?limit (?:has been )?(?:reached|exceeded)",
          "out of credits",
          "requires more credits",
          "account is (?:not active|overdue|in arrears)",
          "余额不足|欠费");
  private static final Pattern RATE = Pattern.compile("rate[ _-]?limit|too many requests");
  private static final List<Pattern> KEY =
      patterns(
          "api key (?:not valid|is invalid|not found|expired)",
          "(?:invalid|incorrect|missing|no) (?:api[ _-]?key|authentication|x-api-key|token provided)",
          "unauthori[sz]ed");
  private static final List<Pattern> NO_SUCH_MODEL =
      patterns(
          "model [^.]{0,120}(?:not found|does not exist|not available|is not supported)",
          "no such model",
          "unknown model",
          "invalid model");

  /// Refusals of a request that may be accepted later.
  private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429, 498, 499);

  private FaultTable() {}

  /// @param code the code for the caller, which also tells whether a retry makes sense
  /// @param cause a word for programs
  record Ruling(FaultOwner owner, ErrorCode code, String cause) {
    boolean tooLong() {
      return cause.equals("context_too_long");
    }
  }

  static Ruling decide(int status, ServerError body) {
    int real = status >= 300 ? status : body.status().orElse(0);
    return byCode(real, body).or(() -> byWords(real, body)).orElseGet(() -> byStatus(real));
  }

  private static Optional<Ruling> byCode(int status, ServerError body) {
    if (body.hasCode(
        "context_length_exceeded",
        "exceed_context_size_error",
        "context_window_exceeded",
        "contextwindowexceedederror",
        "model_context_window_exceeded",
        "request_too_large",
        "string_above_max_length",
        "model_max_prompt_tokens_exceeded",
        "1261")) {
      return Optional.of(settled(FaultOwner.REQUEST, "context_too_long"));
    }
    if (body.hasCode(
        "insufficient_quota",
        "billing_hard_limit_reached",
        "billing_not_active",
        "billing_error",
        "insufficient_balance",
        "insufficient_credits",
        "exceeded_current_quota_error",
        "arrearage",
        "1113")) {
      return Optional.of(settled(FaultOwner.PROVIDER, "quota"));
    }
    if (body.hasCode(
        "invalid_api_key",
        "authentication_error",
        "permission_error",
        "permission_denied",
        "api_key_invalid",
        "unauthenticated",
        "invalidapikey",
        "invalid_authentication_error",
        "access_denied")) {
      return Optional.of(settled(FaultOwner.REQUEST, "key"));
    }
    if (body.hasCode(
        "content_filter",
        "content_filter_error",
        "content_policy_violation",
        "responsibleaipolicyviolation",
        "data_inspection_failed",
        "datainspectionfailed",
        "sensitive",
        "1301")) {
      return Optional.of(again(FaultOwner.MODEL, ErrorCode.MODEL_ANSWER_UNUSABLE, "filtered"));
    }
    if (body.hasCode("tool_use_failed", "json_validate_failed", "output_parse_failed")) {
      return Optional.of(
          again(FaultOwner.MODEL, ErrorCode.MODEL_ANSWER_UNUSABLE, "malformed_call"));
    }
    if (body.hasCode(
        "model_not_found",
        "deploymentnotfound",
        "not_found_error",
        "model_not_supported",
        "1211")) {
      return Optional.of(settled(FaultOwner.REQUEST, "not_found"));
    }
    if (status != 413
        && body.hasCode(
            "rate_limit_error",
            "rate_limit_exceeded",
            "rate_limit_reached_error",
            "rate_limited",
            "resource_exhausted",
            "throttlingexception",
            "throttling",
            "throttling.ratequota",
            "too_many_requests",
            "requests",
            "1302",
            "1305")) {
      return Optional.of(again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "rate_limit"));
    }
    boolean mayPass = status == 0 || status >= 500 || PASSING.contains(status);
    if (mayPass
        && body.hasCode(
            "overloaded_error",
            "api_error",
            "server_error",
            "timeout_error",
            "engine_overloaded_error",
            "service_unavailable",
            "serviceunavailable",
            "unavailable",
            "unavailable_error",
            "internal_server_error",
            "internalservererror",
            "deadline_exceeded",
            "upstream_error")) {
      return Optional.of(again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "server_error"));
    }
    return Optional.empty();
  }

  private static Optional<Ruling> byWords(int status, ServerError body) {
    String words = body.words();
    boolean refused = status == 0 || (status >= 400 && status < 500) || status == 500;
    if (refused && status != 429 && status != 401 && has(TOO_LONG, words)) {
      return Optional.of(settled(FaultOwner.REQUEST, "context_too_long"));
    }
    boolean later = body.json().toString().contains("retryDelay");
    if (!later && has(QUOTA, words)) {
      return Optional.of(settled(FaultOwner.PROVIDER, "quota"));
    }
    if (status == 0 && RATE.matcher(words).find()) {
      return Optional.of(again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "rate_limit"));
    }
    if (status < 500 && status != 429 && has(KEY, words)) {
      return Optional.of(settled(FaultOwner.REQUEST, "key"));
    }
    if (status < 500 && status != 429 && has(NO_SUCH_MODEL, words)) {
      return Optional.of(settled(FaultOwner.REQUEST, "not_found"));
    }
    return Optional.empty();
  }

  private static Ruling byStatus(int status) {
    return switch (status) {
      case 401, 403 -> settled(FaultOwner.REQUEST, "key");
      case 402 -> settled(FaultOwner.PROVIDER, "quota");
      case 404, 405, 410, 501, 505 -> settled(FaultOwner.REQUEST, "not_found");
      case 413 -> settled(FaultOwner.REQUEST, "context_too_long");
      case 429 -> again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "rate_limit");
      case 408, 409, 425, 498, 499, 0 ->
          again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "server_error");
      default ->
          status >= 500
              ? again(FaultOwner.PROVIDER, ErrorCode.MODEL_UNAVAILABLE, "server_error")
              : status < 400
                  ? settled(FaultOwner.REQUEST, "not_found")
                  : settled(FaultOwner.REQUEST, "request");
    };
  }

  private static Ruling settled(FaultOwner owner, String cause) {
    return new Ruling(owner, ErrorCode.MODEL_REFUSED, cause);
  }

  private static Ruling again(FaultOwner owner, ErrorCode code, String cause) {
    return new Ruling(owner, code, cause);
  }

  private static boolean has(List<Pattern> patterns, String words) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(words).find());
  }

  private static List<Pattern> patterns(String... expressions) {
    return java.util.Arrays.stream(expressions).map(Pattern::compile).toList();
  }
}
