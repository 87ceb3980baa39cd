import { hidden, optional } from "./setting";
import { text, url } from "./setting-values";

/** A model that writes summaries. There are none by default. */
export const summarySettings = {
  summaryUrl: optional(
    "PARLEY_SUMMARY_URL",
    url("http:", "https:"),
    "A server with the chat completions of OpenAI's API, as https://api.example.com/v1, that summarizes messages; they are sent to it when somebody asks for a summary",
  ),
  summaryModel: optional("PARLEY_SUMMARY_MODEL", text, "Which of its models writes them"),
  summaryKey: hidden("PARLEY_SUMMARY_KEY", text, "The key for it, if it asks for one"),
};
