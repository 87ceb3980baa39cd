import type { PushDelivery, PushOutcome, PushTarget } from "../../../application/ports/push/push-relay";
import { isUrgent } from "../payload/plain";
import { apnsPayload, dataOf, testFields } from "../payload/readable";
import type { BouncerClient } from "./bouncer-client";
import { userUuid } from "./user-uuid";

type TokenTarget = Extract<PushTarget, { kind: "token" }>;
type Outcomes = readonly (readonly [key: string, outcome: PushOutcome])[];

/** Tokens that the bouncer has removed. */
const deletedIn = (answer: Readonly<Record<string, unknown>>): ReadonlySet<string> => {
  const { android_devices, apple_devices } = Object(answer.deleted_devices);
  return new Set([android_devices, apple_devices].flatMap((list) => (Array.isArray(list) ? list : [])));
};

/** Sends readable notifications to all devices of a user in one request. */
export const notifyTokens = async (
  client: BouncerClient,
  { realm, user, notification }: PushDelivery,
  targets: readonly TokenTarget[],
): Promise<Outcomes> => {
  if (targets.length === 0) return [];
  const tokensOf = (service: "apns" | "fcm") =>
    targets.flatMap(({ token }) => (token.service === service ? [token.token] : []));
  const [apple, android] = [tokensOf("apns"), tokensOf("fcm")];
  const { aps, custom } = apnsPayload(realm, user, notification);
  const answered = await client.postJson("push/notify", {
    user_uuid: userUuid(realm.uuid, user.id),
    user_id: user.id,
    realm_uuid: realm.uuid,
    apns_payload: apple.length > 0 ? { ...aps, custom: { zulip: custom } } : {},
    gcm_payload: android.length > 0 ? dataOf(realm, user, notification) : {},
    gcm_options: android.length > 0 ? { priority: isUrgent(notification) ? "high" : "normal" } : {},
    android_devices: android,
    apple_devices: apple,
  });
  if (answered.did !== "answer") {
    const failure = answered.did === "fail" ? answered.failure : answered.refusal.failure;
    return targets.map(({ key }) => [key, failure]);
  }
  const deleted = deletedIn(answered.answer);
  return targets.map(({ key, token }) => [
    key,
    { outcome: deleted.has(token.token) ? "unknown" : "sent" } satisfies PushOutcome,
  ]);
};

/** Asks the bouncer for test notifications, which it writes itself, one device at a time. */
export const testTokens = (
  client: BouncerClient,
  { realm, user }: PushDelivery,
  targets: readonly TokenTarget[],
): Promise<Outcomes> =>
  Promise.all(
    targets.map(async ({ key, token }) => {
      const answered = await client.postJson("push/test_notification", {
        realm_uuid: realm.uuid,
        user_uuid: userUuid(realm.uuid, user.id),
        user_id: user.id,
        token: token.token,
        token_kind: token.service === "apns" ? 1 : 2,
        base_payload: testFields(realm, user),
      });
      if (answered.did === "answer") return [key, { outcome: "sent" }] as const;
      if (answered.did === "fail") return [key, answered.failure] as const;
      const { code, failure } = answered.refusal;
      return [key, code === "INVALID_REMOTE_PUSH_DEVICE_TOKEN" ? { outcome: "unknown" } : failure] as const;
    }),
  );
