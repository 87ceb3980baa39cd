import type {
  PushDelivery,
  PushOutcome,
  PushRealm,
  PushRelay,
  RelayFailure,
} from "../../../application/ports/push/push-relay";
import type { UserId } from "../../../domain/ids";
import type { PushToken } from "../../../domain/push/push-device";
import { type BouncerAccount, type BouncerAnswer, bouncerClient } from "./bouncer-client";
import { notifyTokens, testTokens } from "./notify-tokens";
import { type RegisteredRealm, registerRealms, type ServerVersion } from "./realm-registration";
import { relayNotification } from "./relay-notification";
import { userUuid } from "./user-uuid";

export interface BouncerOptions extends BouncerAccount {
  /** All realms that the bouncer knows, and one more. */
  readonly realmsWith: (realm: PushRealm) => Promise<readonly RegisteredRealm[]>;
  readonly secret: string;
  readonly version: ServerVersion;
}

const kindOf = { apns: "1", fcm: "2" } as const;

/** Turns an answer that carries nothing else into an outcome. */
const outcomeOf = (answered: BouncerAnswer, unknownCode?: string): PushOutcome => {
  switch (answered.did) {
    case "answer":
      return { outcome: "sent" };
    case "refuse":
      return answered.refusal.code === unknownCode ? { outcome: "unknown" } : answered.refusal.failure;
    case "fail":
      return answered.failure;
  }
};

/** Sends notifications through a push bouncer, which holds the mobile apps' credentials. */
export const bouncerRelay = (options: BouncerOptions): PushRelay => {
  const client = bouncerClient(options);

  /** Retries once after registering a realm that the bouncer doesn't know yet. */
  const knowingRealm = async (
    realm: PushRealm,
    ask: () => Promise<BouncerAnswer>,
  ): Promise<BouncerAnswer> => {
    const answered = await ask();
    if (answered.did !== "refuse" || answered.refusal.code !== "MISSING_REMOTE_REALM") return answered;
    const realms = await options.realmsWith(realm);
    const registered = await registerRealms(client, realms, options.secret, options.version);
    return registered.did === "answer" ? ask() : registered;
  };

  const deliver = async (delivery: PushDelivery): Promise<readonly PushOutcome[]> => {
    const tokens = delivery.targets.flatMap((target) => (target.kind === "token" ? [target] : []));
    const devices = delivery.targets.flatMap((target) => (target.kind === "device" ? [target] : []));
    const [ofTokens, ofDevices] = await Promise.all([
      delivery.notification.kind === "test"
        ? testTokens(client, delivery, tokens)
        : notifyTokens(client, delivery, tokens),
      relayNotification((ask) => knowingRealm(delivery.realm, ask), client, delivery, devices),
    ]);
    const byKey = new Map([...ofTokens, ...ofDevices]);
    const lost: RelayFailure = { outcome: "broken", detail: "The push bouncer left a device out" };
    return delivery.targets.map(({ key }) => byKey.get(key) ?? lost);
  };

  const about = (
    realm: PushRealm,
    userId: UserId,
    { service, token }: Pick<PushToken, "service" | "token">,
  ) => ({
    server_uuid: options.serverId,
    realm_uuid: realm.uuid,
    user_uuid: userUuid(realm.uuid, userId),
    user_id: String(userId),
    token,
    token_kind: service === "apns" ? kindOf.apns : kindOf.fcm,
  });

  return {
    services: ["apns", "fcm"],
    takesRegistrations: true,
    webPushKey: undefined,
    deliver,

    register: async (realm, { tokenId, forRelay }) => {
      const answered = await knowingRealm(realm, () =>
        client.postForm("push/e2ee/register", {
          realm_uuid: realm.uuid,
          token_id: tokenId,
          encrypted_push_registration: forRelay.registration,
          bouncer_public_key: forRelay.publicKey,
        }),
      );
      if (answered.did === "answer") return { outcome: "registered", address: null };
      if (answered.did === "fail") return answered.failure;
      const { code, failure } = answered.refusal;
      switch (code) {
        case "INVALID_BOUNCER_PUBLIC_KEY":
        case "REQUEST_EXPIRED":
        case "BAD_REQUEST":
          return { outcome: "rejected", failure: code };
        default:
          return failure;
      }
    },

    introduce: async (realm, userId, token) =>
      outcomeOf(
        await client.postForm("push/register", {
          ...about(realm, userId, token),
          ...(token.appId !== null && { ios_app_id: token.appId }),
        }),
      ),

    withdraw: async (realm, userId, token) =>
      // The bouncer answers this if it has already removed the token.
      outcomeOf(await client.postForm("push/unregister", about(realm, userId, token)), "BAD_REQUEST"),

    close: async () => {},
  };
};
