import type {
  PushDelivery,
  PushOutcome,
  PushRelay,
  PushTarget,
} from "../../../application/ports/push/push-relay";
import { isSuccess, type OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import type { WebPushKeys } from "../../../domain/push/push-device";
import { secondsIn } from "../../../domain/units/time";
import { eachTarget } from "../each-target";
import { isUrgent, plainNotification } from "../payload/plain";
import { call, failureOf, isFailure } from "../wire/call";
import { type VapidKey, vapidHeaders } from "./vapid";

interface WebPushOptions {
  /** Users choose the push services, so this client must refuse forbidden addresses. */
  readonly http: OutgoingHttp;
  readonly key: VapidKey;
  /** The operator's contact, for push services. */
  readonly siteUrl: () => string;
}

/** How long a push service keeps notifications for a device that is off. */
const keptSeconds = secondsIn.day;
/** Services accept 4096 bytes, including 103 for the header, the tag and the delimiter. */
const longestContent = 3993;
const refused = (detail: string): PushOutcome => ({ outcome: "refused", detail });

/** Cuts a text to the size that push services accept. */
const fitting = (notification: Readonly<Record<string, unknown>>): string => {
  const whole = JSON.stringify(notification);
  const excess = Buffer.byteLength(whole) - longestContent;
  if (excess <= 0 || typeof notification.content !== "string") return whole;
  const points = [...notification.content];
  return JSON.stringify({
    ...notification,
    content: `${points.slice(0, points.length - excess - 3).join("")}…`,
  });
};

/** Encrypts for one subscription (RFC 8291); undefined if its key is invalid. */
const encrypted = async ({ p256dh, auth }: WebPushKeys, content: string): Promise<Buffer | undefined> => {
  const { encrypt } = await import("web-push");
  try {
    return encrypt(p256dh, auth, content, "aes128gcm").cipherText;
  } catch {
    return undefined;
  }
};

/** Sends to browsers and UnifiedPush, through the service of each subscription (RFC 8030). */
export const webPushRelay = ({ http, key, siteUrl }: WebPushOptions): PushRelay => {
  const authorizationFor = vapidHeaders(key, siteUrl);

  const send = async (
    { realm, user, notification }: PushDelivery,
    target: PushTarget,
  ): Promise<PushOutcome> => {
    if (target.kind === "device" || target.token.keys === null) return refused("No Web Push subscription");
    const endpoint = new URL(target.token.token);
    const body = await encrypted(target.token.keys, fitting(plainNotification(realm, user, notification)));
    if (body === undefined) return { outcome: "unknown" };
    const answer = await call(http, {
      url: endpoint,
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        TTL: String(keptSeconds),
        Urgency: isUrgent(notification) ? "high" : "low",
        Authorization: await authorizationFor(endpoint),
      },
      body,
    });
    if (isFailure(answer)) return answer;
    if (isSuccess(answer)) return { outcome: "sent" };
    return answer.status === 404 || answer.status === 410
      ? { outcome: "unknown" }
      : failureOf(`The push service ${endpoint.host}`, answer);
  };

  return {
    services: ["web"],
    takesRegistrations: false,
    webPushKey: key.publicKey,
    deliver: (delivery) => eachTarget(delivery, (target) => send(delivery, target)),
    register: async () => ({ outcome: "refused", detail: "Web Push has subscriptions instead" }),
    introduce: async () => ({ outcome: "sent" }),
    withdraw: async () => ({ outcome: "sent" }),
    close: async () => {},
  };
};
