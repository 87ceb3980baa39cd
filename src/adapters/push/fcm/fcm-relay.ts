import * as t from "io-ts";
import type {
  PushDelivery,
  PushOutcome,
  PushRelay,
  PushTarget,
} from "../../../application/ports/push/push-relay";
import type { OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import { directRegistration } from "../direct-registration";
import { eachTarget, noAddress } from "../each-target";
import { encryptFor } from "../payload/encryption";
import { isUrgent, plainNotification } from "../payload/plain";
import { asStrings, dataOf } from "../payload/readable";
import { type Answer, call, failureOf, isFailure, jsonIn } from "../wire/call";
import { accessTokens, type ServiceAccount } from "./access-token";

interface FcmOptions {
  readonly http: OutgoingHttp;
  readonly account: ServiceAccount;
  /** Google's URL, without a trailing slash. */
  readonly url: string;
  /** Decrypts registrations that devices encrypt for this server; undefined if it accepts none. */
  readonly registrationKey: Uint8Array | undefined;
}

const explained = t.type({ error: t.type({ details: t.array(t.partial({ errorCode: t.unknown })) }) });

const isGone = (answer: Answer): boolean => {
  const body = jsonIn(answer);
  return (
    answer.status === 404 ||
    (explained.is(body) && body.error.details.some(({ errorCode }) => errorCode === "UNREGISTERED"))
  );
};

/** Sends to Android devices with Firebase Cloud Messaging's HTTP v1 API, without a bouncer. */
export const fcmRelay = ({ http, account, url, registrationKey }: FcmOptions): PushRelay => {
  const tokens = accessTokens(http, account);
  const sendUrl = new URL(`${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`);

  const post = async (message: object, isSecondTry = false): Promise<PushOutcome> => {
    const accessToken = await tokens.current();
    if (typeof accessToken !== "string") return accessToken;
    const answer = await call(http, {
      url: sendUrl,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ message }),
    });
    if (isFailure(answer)) return answer;
    if (answer.status === 200) return { outcome: "sent" };
    if (answer.status === 401 && !isSecondTry) {
      tokens.forget(accessToken);
      return post(message, true);
    }
    return isGone(answer) ? { outcome: "unknown" } : failureOf("FCM", answer);
  };

  const send = ({ realm, user, notification }: PushDelivery, target: PushTarget): Promise<PushOutcome> => {
    const android = { priority: isUrgent(notification) ? "HIGH" : "NORMAL" };
    if (target.kind === "token")
      return post({ token: target.token.token, data: asStrings(dataOf(realm, user, notification)), android });
    if (target.address === null) return Promise.resolve(noAddress);
    const data = {
      push_key_id: String(target.pushKeyId),
      encrypted_data: encryptFor(target.pushKey, plainNotification(realm, user, notification)),
    };
    return post({ token: target.address.token, data, android });
  };

  return {
    services: ["fcm"],
    ...directRegistration(registrationKey),
    webPushKey: undefined,
    deliver: (delivery) => eachTarget(delivery, (target) => send(delivery, target)),
    close: async () => {},
  };
};
