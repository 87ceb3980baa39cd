import { badRequest, type RefusalIn } from "../refusal";

export type SummaryError = RefusalIn<typeof import("./summary-refusals")>;

export const aiNotEnabled = badRequest("aiNotEnabled", "AI features are not enabled on this server.");
export const aiHiddenByUser = badRequest("aiHiddenByUser", "You have hidden AI features in your settings.");
export const nothingToSummarize = badRequest(
  "nothingToSummarize",
  "No messages in conversation to summarize",
);
export const summaryFailed = badRequest("summaryFailed", "The summary couldn't be written. Try again later.");
