import type { PushDelivery, PushOutcome, PushTarget } from "../../../application/ports/push/push-relay";
import { encryptFor } from "../payload/encryption";
import { isUrgent, plainNotification } from "../payload/plain";
import type { BouncerAnswer, BouncerClient } from "./bouncer-client";

type DeviceTarget = Extract<PushTarget, { kind: "device" }>;
type Outcomes = readonly (readonly [key: string, outcome: PushOutcome])[];

const requestFor = (target: DeviceTarget, plain: object, urgent: boolean): object => {
  const payload = { push_key_id: target.pushKeyId, encrypted_data: encryptFor(target.pushKey, plain) };
  return target.service === "apns"
    ? {
        token_id: target.tokenId,
        http_headers: { apns_priority: urgent ? 10 : 5, apns_push_type: urgent ? "alert" : "background" },
        payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
      }
    : { token_id: target.tokenId, fcm_priority: urgent ? "high" : "normal", payload };
};

/** Sends encrypted notifications to all devices of a user in one request. API §4.22. */
export const relayNotification = async (
  asking: (ask: () => Promise<BouncerAnswer>) => Promise<BouncerAnswer>,
  client: BouncerClient,
  { realm, user, notification }: PushDelivery,
  targets: readonly DeviceTarget[],
): Promise<Outcomes> => {
  if (targets.length === 0) return [];
  const plain = plainNotification(realm, user, notification);
  const urgent = isUrgent(notification);
  const answered = await asking(() =>
    client.postJson("push/e2ee/notify", {
      realm_uuid: realm.uuid,
      push_requests: targets.map((target) => requestFor(target, plain, urgent)),
    }),
  );
  if (answered.did !== "answer") {
    const failure = answered.did === "fail" ? answered.failure : answered.refusal.failure;
    return targets.map(({ key }) => [key, failure]);
  }
  const ids = answered.answer.delete_token_ids;
  const gone = new Set(Array.isArray(ids) ? ids : []);
  return targets.map(({ key, tokenId }) => [
    key,
    { outcome: gone.has(tokenId) ? "unknown" : "sent" } satisfies PushOutcome,
  ]);
};
