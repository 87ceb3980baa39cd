import * as E from "fp-ts/Either";
import type { PushToken } from "../../../domain/push/push-device";
import {
  invalidApnsToken,
  invalidPushSubscription,
  invalidTokenLength,
  type PushError,
} from "../../../domain/push/refusals";

export type Address = Pick<PushToken, "service" | "token">;

const longestToken = 4096;

export const checkAddress = ({ service, token }: Address): E.Either<PushError, void> => {
  if (token === "" || token.length > longestToken) return E.left(invalidTokenLength);
  if (service === "apns" && !/^([0-9a-f]{2})+$/i.test(token)) return E.left(invalidApnsToken);
  if (service === "web" && !(/^https?:\/\//.test(token) && URL.canParse(token)))
    return E.left(invalidPushSubscription);
  return E.right(undefined);
};
