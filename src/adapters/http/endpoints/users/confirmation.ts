import type { Confirmation } from "../../../../application/login/shared/confirmation";
import { type Decoded, optional } from "../../../zulip-wire/codecs/parameter";
import { factorCode, text } from "../../../zulip-wire/codecs/wire-type";

/** What a caller with a session confirms their identity with. */
export const confirmationParameters = { password: optional(text), two_factor_code: optional(factorCode) };

/** How the caller confirms their identity: without a session, the API key does. */
export const confirmationOf = (
  sessionId: string | undefined,
  { password, two_factor_code: code }: Decoded<typeof confirmationParameters>,
): Confirmation | "has the key" => (sessionId === undefined ? "has the key" : { password, code });
