import { anyAddress } from "../../adapters/net/address-guard";
import { tracedHttp } from "../../adapters/net/traced-http";
import { undiciHttp } from "../../adapters/net/undici-http";
import { chatCompletions } from "../../adapters/summaries/chat-completions";
import type { Summarizer } from "../../application/ports/messages/summarizer";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";

const limits = { timeout: 45_000, largestAnswer: 262_144 };

/** The model that writes summaries, if configured. The operator names its server, which may be anywhere. */
export const summarizerOf = (
  { summaryUrl: url, summaryModel: model, summaryKey: key }: Config,
  tracing: Tracing,
): Summarizer | undefined => {
  if (url === undefined || model === undefined) return undefined;
  const http = tracedHttp(undiciHttp({ ...limits, isAllowed: anyAddress }), "summarizer", tracing);
  return chatCompletions({ http, url, key, model });
};
