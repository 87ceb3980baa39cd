import type { PushDelivery, PushOutcome, PushRelay, PushTarget } from "../../../application/ports/push-relay";
import { eachTarget } from "../each-target";
import { call, failureOf, isFailure } from "../wire/call";
import { isUrgent, plainNotification } from "../words/plain";
import { encryptContent, longestContent } from "./content";
import { guardedLookup, type MayReach, namesBarredAddress } from "./guarded-lookup";
import { type VapidKey, vapidHeaders } from "./vapid";

interface WebPushOptions {
  readonly key: VapidKey;
  /** Whom a push service can ask about us: a URL or mailto. */
  readonly subject: () => string;
  /** In milliseconds, for each request. */
  readonly timeout: number;
  /** The addresses that push services may have: users name them. */
  readonly mayReach: MayReach;
}

/** How long a push service keeps what a device that is off can't take. */
const keptSeconds = 86_400;
const refused = (detail: string): PushOutcome => ({ outcome: "refused", detail });

/** A text that is cut to what a push service takes, if it must be. */
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

/** Sends to browsers and to UnifiedPush, whichever service their subscription names (RFC 8030). */
export const webPushRelay = ({ key, subject, timeout, mayReach }: WebPushOptions): PushRelay => {
  const lookup = guardedLookup(mayReach);
  const headerFor = vapidHeaders(key, subject);

  const send = async (
    { realm, user, notification }: PushDelivery,
    target: PushTarget,
  ): Promise<PushOutcome> => {
    if (target.kind === "device" || target.token.keys === null) return refused("No Web Push subscription");
    const endpoint = new URL(target.token.token);
    if (namesBarredAddress(endpoint, mayReach)) return refused(`${endpoint.host} is in a private network`);
    const content = fitting(plainNotification(realm, user, notification));
    const body = encryptContent(target.token.keys, content);
    if (body === undefined) return { outcome: "unknown" };
    const answer = await call(endpoint, {
      method: "POST",
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        TTL: String(keptSeconds),
        Urgency: isUrgent(notification) ? "high" : "low",
        Authorization: headerFor(endpoint),
      },
      body,
      timeout,
      lookup,
    });
    if (isFailure(answer)) return answer;
    if (answer.status >= 200 && answer.status < 300) return { outcome: "sent" };
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
