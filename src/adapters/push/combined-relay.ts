import type { PushOutcome, PushRelay, RelayFailure } from "../../application/ports/push/push-relay";
import type { PushService } from "../../domain/push/push-device";
import { serviceOf } from "./each-target";

const nobody: RelayFailure = { outcome: "refused", detail: "PARLEY_PUSH names no way to this device" };

/** Combines relays into one: each device goes to the relay that serves it. */
export const combinedRelay = (relays: readonly PushRelay[]): PushRelay => {
  const relayFor = (service: PushService): PushRelay | undefined =>
    relays.find(({ services }) => services.includes(service));

  return {
    services: relays.flatMap(({ services }) => services),
    takesRegistrations: relays.some(({ takesRegistrations }) => takesRegistrations),
    webPushKey: relays.map(({ webPushKey }) => webPushKey).find((key) => key !== undefined),

    deliver: async (delivery) => {
      const outcomes = new Map<string, PushOutcome>();
      await Promise.all(
        relays.map(async (relay) => {
          const targets = delivery.targets.filter((target) => relayFor(serviceOf(target)) === relay);
          if (targets.length === 0) return;
          const results = await relay.deliver({ ...delivery, targets });
          for (const [index, { key }] of targets.entries()) outcomes.set(key, results[index] ?? nobody);
        }),
      );
      return delivery.targets.map(({ key }) => outcomes.get(key) ?? nobody);
    },

    register: async (realm, device) => (await relayFor(device.service)?.register(realm, device)) ?? nobody,
    introduce: async (realm, userId, token) =>
      (await relayFor(token.service)?.introduce(realm, userId, token)) ?? nobody,
    withdraw: async (realm, userId, token) =>
      (await relayFor(token.service)?.withdraw(realm, userId, token)) ?? nobody,
    close: async () => {
      await Promise.all(relays.map((relay) => relay.close()));
    },
  };
};
