import { anyAddress } from "../../adapters/net/address-guard";
import { undiciHttp } from "../../adapters/net/undici-http";
import { chatCompletions } from "../../adapters/summaries/chat-completions";
import type { Summarizer } from "../../application/ports/messages/summarizer";
import type { Config } from "../../config/config";

const limits = { timeout: 45_000, largestAnswer: 262_144 };

/** The model that writes summaries, if configured. The operator names its server, which may be anywhere. */
export const summarizerOf = ({
  summaryUrl: url,
  summaryModel: model,
  summaryKey: key,
}: Config): Summarizer | undefined =>
  url === undefined || model === undefined
    ? undefined
    : chatCompletions({ http: undiciHttp({ ...limits, isAllowed: anyAddress }), url, key, model });
