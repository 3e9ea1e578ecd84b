package dev.assay.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.ErrorCode;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Errors in the shapes of many providers; the words are our own where words do not matter.
class FaultTableTest {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          openai       | 429 | {"error":{"message":"no money","type":"insufficient_quota","param":null,"code":"insufficient_quota"}} | final provider quota
          openai       | 429 | {"error":{"message":"Rate limit reached on requests per min. Please try again in 6ms.","type":"requests","code":"rate_limit_exceeded"}} | again provider rate_limit
          openai       | 400 | {"error":{"message":"too much","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}} | final request context_too_long
          openai       | 401 | {"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}} | final request key
          openai       | 404 | {"error":{"message":"The model `x` does not exist","type":"invalid_request_error","code":"model_not_found"}} | final request not_found
          openai       | 500 | {"error":{"message":"The server had an error","type":"server_error"}} | again provider server_error
          openai       | 400 | {"error":{"message":"Invalid value for 'messages'","type":"invalid_request_error"}} | final request request
          azure        | 429 | {"error":{"code":"429","message":"Requests have exceeded the rate limit of your tier. Please retry after 26 seconds."}} | again provider rate_limit
          azure        | 400 | {"error":{"message":"filtered by policy","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}} | again model filtered
          azure        | 404 | {"error":{"code":"DeploymentNotFound","message":"no such deployment"}} | final request not_found
          anthropic    | 529 | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}} | again provider server_error
          anthropic    | 200 | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}} | again provider server_error
          anthropic    | 429 | {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}} | again provider rate_limit
          anthropic    | 400 | {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}} | final request context_too_long
          anthropic    | 413 | {"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}} | final request context_too_long
          anthropic    | 400 | {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}} | final provider quota
          anthropic    | 403 | {"type":"error","error":{"type":"permission_error","message":"no"}} | final request key
          anthropic    | 404 | {"type":"error","error":{"type":"not_found_error","message":"model: x"}} | final request not_found
          gemini       | 429 | [{"error":{"code":429,"message":"You exceeded your current quota, please check your plan","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.07s"}]}}] | again provider rate_limit
          gemini       | 400 | [{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}] | final request context_too_long
          gemini       | 400 | [{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}] | final request key
          gemini       | 503 | [{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}] | again provider server_error
          deepseek     | 402 | {"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}} | final provider quota
          deepseek     | 400 | {"error":{"message":"This model's maximum context length is 65536 tokens. However, you requested 70000 tokens","type":"invalid_request_error"}} | final request context_too_long
          mistral      | 400 | {"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","type":"invalid_request_error","code":"3051"} | final request context_too_long
          mistral      | 401 | {"message":"Unauthorized","request_id":"r"} | final request key
          mistral      | 422 | {"detail":[{"type":"extra_forbidden","loc":["body","x"],"msg":"Extra inputs are not permitted"}]} | final request request
          mistral      | 429 | {"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","code":"3505"} | again provider rate_limit
          groq         | 413 | {"error":{"message":"Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size","type":"tokens","code":"rate_limit_exceeded"}} | final request context_too_long
          groq         | 400 | {"error":{"message":"Failed to call a function","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<function=add>"}} | again model malformed_call
          groq         | 498 | {"error":{"message":"Flex tier capacity exceeded","type":"server_error","code":"capacity_exceeded"}} | again provider server_error
          openrouter   | 402 | {"error":{"code":402,"message":"This request requires more credits"}} | final provider quota
          openrouter   | 200 | {"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"p"}},"choices":[]} | again provider server_error
          openrouter   | 404 | {"error":{"code":404,"message":"No endpoints found that support tool use"}} | final request not_found
          together     | 422 | {"error":{"message":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000","type":"invalid_request_error"}} | final request context_too_long
          together     | 429 | {"error":{"message":"You have reached the rate limit","type":"rate_limit","code":null}} | again provider rate_limit
          vllm         | 400 | {"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","param":null,"code":400} | final request context_too_long
          ollama       | 404 | {"error":"model 'x' not found"} | final request not_found
          ollama       | 400 | {"error":{"message":"model 'x' does not support tools","type":"api_error","param":null,"code":null}} | final request request
          llama.cpp    | 400 | {"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}} | final request context_too_long
          llama.cpp    | 503 | {"error":{"code":503,"message":"Loading model","type":"unavailable_error"}} | again provider server_error
          xai          | 400 | {"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."} | final request context_too_long
          xai          | 429 | {"code":"Some resource has been exhausted","error":"Too many requests"} | again provider rate_limit
          qwen         | 400 | {"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content."}} | again model filtered
          qwen         | 400 | {"error":{"message":"Range of input length should be [1, 30720]","type":"invalid_request_error","code":"invalid_parameter_error"}} | final request context_too_long
          qwen         | 400 | {"code":"Arrearage","message":"Access denied, please make sure your account is in good standing."} | final provider quota
          moonshot     | 400 | {"error":{"message":"Invalid request: Your request exceeded model token limit: 8192","type":"invalid_request_error"}} | final request context_too_long
          moonshot     | 429 | {"error":{"message":"the engine is currently overloaded","type":"engine_overloaded_error"}} | again provider server_error
          zhipu        | 429 | {"error":{"code":"1113","message":"no balance"}} | final provider quota
          zhipu        | 400 | {"error":{"code":"1261","message":"too long"}} | final request context_too_long
          bedrock      | 400 | {"message":"Input is too long for requested model."} | final request context_too_long
          fireworks    | 400 | {"error":{"object":"error","type":"invalid_request_error","message":"The prompt is too long: 140000, model maximum context length: 131071"}} | final request context_too_long
          cerebras     | 400 | {"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"} | final request context_too_long
          lmstudio     | 400 | {"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"} | final request context_too_long
          lmstudio     | 400 | {"error":"The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length"} | final request context_too_long
          vllm         | 400 | {"error":{"message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096.","type":"BadRequestError","code":400}} | final request context_too_long
          tgi          | 422 | {"error":"Input validation error: `inputs` must have less than 1024 tokens. Given: 2000","error_type":"validation"} | final request context_too_long
          copilot      | 400 | {"error":{"message":"prompt token count of 130000 exceeds the limit of 128000","code":"x"}} | final request context_too_long
          watsonx      | 400 | {"errors":[{"code":"invalid_input_argument","message":"the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model"}],"status_code":400} | final request context_too_long
          sglang       | 400 | {"object":"error","message":"The input (5000 tokens) is longer than the model's context length (4096 tokens).","type":"BadRequestError","code":400} | final request context_too_long
          ollama       | 400 | {"error":"the input length exceeds the context length"} | final request context_too_long
          cohere       | 400 | {"message":"too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 200000"} | final request context_too_long
          cloudflare   | 401 | {"success":false,"errors":[{"code":10000,"message":"Authentication error"}]} | final request key
          minimax      | 200 | {"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}} | final provider quota
          minimax      | 200 | {"base_resp":{"status_code":1002,"status_msg":"rate limit"}} | again provider rate_limit
          baidu        | 200 | {"error_code":336100,"error_msg":"try later"} | again provider server_error
          a gateway    | 502 | <html><h1>Bad gateway</h1></html> | again provider server_error
          a proxy      | 302 | moved | final request not_found
          nobody       | 408 | ~~ | again provider server_error
          nobody       | 200 | {"error":{"message":"something"}} | again provider server_error
          """)
  void an_error_has_an_owner_and_says_whether_asking_again_makes_sense(
      String who, int status, String body, String expected) {
    FaultTable.Ruling ruling = FaultTable.decide(status, ServerError.of(body == null ? "" : body));
    String again = ruling.code() == ErrorCode.MODEL_REFUSED ? "final" : "again";
    assertThat(again + " " + ruling.owner().word() + " " + ruling.cause()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          retry-after    | 120                            | {}  | 120000
          retry-after    | 0.5                            | {}  | 500
          retry-after    | Mon, 16 Nov 2026 12:01:30 GMT  | {}  | 90000
          retry-after    | Mon, 16 Nov 2026 11:00:00 GMT  | {}  | 0
          retry-after-ms | 1250                           | {}  | 1250
          x              | y | [{"error":{"details":[{"a":1},{"retryDelay":"34.074824224s"}]}}] | 34074
          x              | y | {"error":{"message":"Please try again in 1m2.5s. Visit our site."}} | 62500
          x              | y | {"error":{"message":"Please try again in 6ms."}} | 6
          x              | y | {"error":{"message":"Please retry after 26 seconds."}} | 26000
          x              | y | {"error":{"message":"retry in 2 minutes"}} | 120000
          x              | y | {"error":{"message":"slow","metadata":{"retry_after_seconds":7.5}}} | 7500
          x              | y | {"error":{"message":"slow","retry_after":3}} | 3000
          x              | y | {"error":{"message":"Try again later, or in 2027."}} | -1
          retry-after    | soon                           | {}  | -1
          """)
  void the_pause_a_server_asks_for_is_found_wherever_it_says_it(
      String header, String value, String body, long millis) {
    HttpHeaders headers = HttpHeaders.of(Map.of(header, List.of(value)), (_, _) -> true);
    assertThat(
            RetryDelay.find(headers, ServerError.of(body), Instant.parse("2026-11-16T12:00:00Z"))
                .map(Duration::toMillis)
                .orElse(-1L))
        .isEqualTo(millis);
  }
}
