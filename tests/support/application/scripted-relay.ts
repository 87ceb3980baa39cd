import type { PushDelivery, PushOutcome, PushRelay } from "../../../src/application/ports/push/push-relay";
import { pushServices } from "../../../src/domain/push/push-device";

/** A relay that records its requests and gives scripted answers. */
export const scriptedRelay = () => {
  const delivered: PushDelivery[] = [];
  const registrations: string[] = [];
  /** Outcomes by target. */
  const outcomes = new Map<string, PushOutcome>();
  let registration: Awaited<ReturnType<PushRelay["register"]>> = { outcome: "registered", address: null };
  const relay: PushRelay = {
    services: pushServices,
    takesRegistrations: true,
    webPushKey: "the key",
    deliver: async (delivery) => {
      delivered.push(delivery);
      return delivery.targets.map(({ key }) => outcomes.get(key) ?? { outcome: "sent" });
    },
    register: async () => registration,
    introduce: async (_realm, userId, { token }) => {
      registrations.push(`${userId} has ${token}`);
      return { outcome: "sent" };
    },
    withdraw: async (_realm, userId, { token }) => {
      registrations.push(`${userId} had ${token}`);
      return { outcome: "sent" };
    },
    close: async () => {},
  };
  return {
    relay,
    delivered,
    registrations,
    outcomes,
    registers: (outcome: typeof registration) => {
      registration = outcome;
    },
  };
};
