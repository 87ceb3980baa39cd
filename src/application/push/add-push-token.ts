import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { isSameToken, noDevices, type PushToken, tokenAddress } from "../../domain/push/push-device";
import { invalidPushSubscription, type PushError } from "../../domain/push/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkAddress } from "./internal/check-push-token";

/** Users have a few devices. More come from clients that forget what they registered. */
const mostTokens = 100;

const decodes = (text: string, length: number, firstByte?: string): boolean =>
  /^[\w-]+$/.test(text) &&
  Math.floor((text.length * 3) / 4) === length &&
  (firstByte === undefined || text.startsWith(firstByte));

/** The first base64url letter of 65 bytes that begin with a 4, which marks an uncompressed point. */
const pointMark = "B";

const checkKeys = ({ keys }: PushToken): boolean =>
  keys === null || (decodes(keys.p256dh, 65, pointMark) && decodes(keys.auth, 16));

/** Registers an address of the caller's device for notifications, until the session ends if there is one. API §4.20. */
export const addPushToken =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    input: Omit<PushToken, "addedAt" | "isIntroduced" | "sessionId">,
  ): TaskEither<CallerError | PushError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const { userId, sessionId = null } = caller;
      const token = { ...input, isIntroduced: false, sessionId, addedAt: tx.now };
      const address = checkAddress(token);
      if (E.isLeft(address)) return address;
      if (!checkKeys(token)) return E.left(invalidPushSubscription);
      const { tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
      const known = tokens.find((one) => isSameToken(one, token));
      const isKnown = known?.appId === token.appId && sameKeys(known, token);
      if (isKnown && known.sessionId === sessionId) return E.right(undefined);
      const [oldest] = tokens;
      if (oldest && !known && tokens.length >= mostTokens)
        tx.append({ type: "push_token_removed", userId, token: tokenAddress(oldest) });
      tx.append({
        type: "push_token_added",
        userId,
        token: isKnown ? { ...known, sessionId } : token,
      });
      return E.right(undefined);
    });

const sameKeys = (a: PushToken, b: PushToken): boolean =>
  a.keys?.p256dh === b.keys?.p256dh && a.keys?.auth === b.keys?.auth;
