import type {
  PushDelivery,
  PushOutcome,
  PushRelay,
  PushTarget,
} from "../../../application/ports/push/push-relay";
import { secondsIn } from "../../../domain/units/time";
import { directRegistration } from "../direct-registration";
import { eachTarget, noAddress } from "../each-target";
import { encryptFor } from "../payload/encryption";
import { isUrgent, plainNotification } from "../payload/plain";
import { apnsPayload } from "../payload/readable";
import { type Answer, failureOf, isFailure, jsonIn } from "../wire/call";
import { ApnsConnection } from "./connection";
import { type ApnsKey, providerTokens } from "./provider-token";

interface ApnsOptions {
  readonly key: ApnsKey;
  /** Apple's URL, without a trailing slash. */
  readonly url: string;
  /** Milliseconds per request. */
  readonly timeout: number;
  /** Decrypts registrations that devices encrypt for this server; undefined if it accepts none. */
  readonly registrationKey: Uint8Array | undefined;
}

/** How long Apple keeps notifications for a device that is off. */
const keptSeconds = secondsIn.day;
const gone = ["Unregistered", "BadDeviceToken", "DeviceTokenNotForTopic"];
const stale = ["ExpiredProviderToken", "InvalidProviderToken"];

const reasonIn = (answer: Answer): string => String(jsonIn(answer).reason ?? "");

/** Sends to Apple's devices over HTTP/2, without a bouncer. */
export const apnsRelay = ({ key, url, timeout, registrationKey }: ApnsOptions): PushRelay => {
  const tokens = providerTokens(key);
  const connection = new ApnsConnection(url, timeout);

  const post = async (
    token: string,
    headers: Readonly<Record<string, string>>,
    payload: object,
    isSecondTry = false,
  ): Promise<PushOutcome> => {
    const providerToken = await tokens.current();
    const expiration = String(Math.floor(Date.now() / 1000) + keptSeconds);
    const answer = await connection.post(
      `/3/device/${encodeURIComponent(token)}`,
      {
        authorization: `bearer ${providerToken}`,
        "content-type": "application/json",
        "apns-expiration": expiration,
        ...headers,
      },
      JSON.stringify(payload),
    );
    if (isFailure(answer)) return answer;
    if (answer.status === 200) return { outcome: "sent" };
    const reason = reasonIn(answer);
    if (answer.status === 403 && stale.includes(reason) && !isSecondTry) {
      await tokens.forget(providerToken);
      return post(token, headers, payload, true);
    }
    return answer.status === 410 || gone.includes(reason)
      ? { outcome: "unknown" }
      : failureOf("APNs", answer);
  };

  const send = ({ realm, user, notification }: PushDelivery, target: PushTarget): Promise<PushOutcome> => {
    if (target.kind === "token") {
      const { aps, custom } = apnsPayload(realm, user, notification);
      const headers = { "apns-topic": target.token.appId ?? "", "apns-push-type": "alert" };
      return post(target.token.token, headers, { zulip: custom, aps });
    }
    const { address } = target;
    if (address === null) return Promise.resolve(noAddress);
    const urgent = isUrgent(notification);
    const headers = {
      "apns-topic": address.appId ?? "",
      "apns-push-type": urgent ? "alert" : "background",
      "apns-priority": urgent ? "10" : "5",
    };
    return post(address.token, headers, {
      push_key_id: target.pushKeyId,
      encrypted_data: encryptFor(target.pushKey, plainNotification(realm, user, notification)),
      // The app's extension decrypts the notification and replaces this text before it is shown.
      aps: { "mutable-content": 1, alert: { title: "New notification" } },
    });
  };

  return {
    services: ["apns"],
    ...directRegistration(registrationKey),
    webPushKey: undefined,
    deliver: (delivery) => eachTarget(delivery, (target) => send(delivery, target)),
    close: () => connection.close(),
  };
};
