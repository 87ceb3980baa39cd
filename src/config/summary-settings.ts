import { hidden, optional } from "./setting";
import { text } from "./setting-values";
import { baseUrl } from "./url-values";

/** The model that writes summaries. None by default. */
export const summarySettings = {
  summaryUrl: optional(
    "PARLEY_SUMMARY_URL",
    baseUrl("http:", "https:"),
    "A server with OpenAI's chat completions API, for example https://api.example.com/v1, that receives messages when a user asks for a summary",
  ),
  summaryModel: optional("PARLEY_SUMMARY_MODEL", text, "The model that writes summaries"),
  summaryKey: hidden("PARLEY_SUMMARY_KEY", text, "The server's API key, if it requires one"),
};
