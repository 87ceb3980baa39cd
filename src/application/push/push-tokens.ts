import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { addressOf, isSameToken, noDevices, type PushToken } from "../../domain/push-device";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

type Address = Pick<PushToken, "service" | "token">;

const longestToken = 4096;
/** A user has a few devices; more are a client that forgets what it registered. */
const mostTokens = 100;

const decodes = (text: string, length: number, firstByte?: string): boolean =>
  /^[\w-]+$/.test(text) &&
  Math.floor((text.length * 3) / 4) === length &&
  (firstByte === undefined || text.startsWith(firstByte));

/** The first letter of 65 bytes in base64url that begin with a 4: an uncompressed point. */
const pointMark = "B";

const checkAddress = ({ service, token }: Address): Either<ApiError, void> => {
  if (token === "" || token.length > longestToken) return left(badRequest("Empty or invalid length token"));
  if (service === "apns" && !/^([0-9a-f]{2})+$/i.test(token)) return left(badRequest("Invalid APNS token"));
  if (service === "web" && !(/^https?:\/\//.test(token) && URL.canParse(token)))
    return left(badRequest("Invalid push subscription"));
  return right(undefined);
};

const checkKeys = ({ keys }: PushToken): boolean =>
  keys === null || (decodes(keys.p256dh, 65, pointMark) && decodes(keys.auth, 16));

/** Takes an address of the caller's device: notifications go there from now on. API §4.20. */
export const addPushToken =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: Omit<PushToken, "addedAt" | "isIntroduced">): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const token = { ...wanted, isIntroduced: false, addedAt: tx.now };
      const address = checkAddress(token);
      if (isLeft(address)) return address;
      if (!checkKeys(token)) return left(badRequest("Invalid push subscription"));
      const { userId } = caller;
      const { tokens } = tx.state.pushDevices.get(userId) ?? noDevices;
      const known = tokens.find((one) => isSameToken(one, token));
      const isKnown = known?.appId === token.appId && sameKeys(known, token);
      if (isKnown) return right(undefined);
      const [oldest] = tokens;
      if (oldest && !known && tokens.length >= mostTokens)
        tx.append({ type: "push_token_removed", userId, token: addressOf(oldest) });
      tx.append({ type: "push_token_added", userId, token });
      return right(undefined);
    });

const sameKeys = (a: PushToken, b: PushToken): boolean =>
  a.keys?.p256dh === b.keys?.p256dh && a.keys?.auth === b.keys?.auth;

/** Takes an address of the caller's away. */
export const removePushToken =
  ({ inTransaction }: Ports) =>
  (caller: Caller, { service, token }: Address): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const address = checkAddress({ service, token });
      if (isLeft(address)) return address;
      const { tokens } = tx.state.pushDevices.get(caller.userId) ?? noDevices;
      const known = tokens.find((one) => isSameToken(one, { service, token }));
      if (known === undefined) return left(badRequest("Token does not exist"));
      tx.append({ type: "push_token_removed", userId: caller.userId, token: addressOf(known) });
      return right(undefined);
    });
