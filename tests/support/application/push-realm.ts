import type { PushDelivery } from "../../../src/application/ports/push/push-relay";
import { addClientDevice } from "../../../src/application/push/add-client-device";
import { registerDevice } from "../../../src/application/push/register-device";
import { memoryRealm, type Person } from "./memory-realm";

/** The address of an Android device. */
export const android = (token: string) => ({ service: "fcm", token, appId: null, keys: null }) as const;

/** The address of an Apple device. */
export const apple = { service: "apns", token: "C0FFEE", appId: "org.example.App", keys: null } as const;

export const noDevice = "No active registered push device";

/** Why the relay refused or didn't get a test, and what the caller then reads. */
export const relayFailures = [
  [
    { outcome: "unreachable", detail: "" },
    "Network error while connecting to Zulip push notification service.",
  ],
  [
    { outcome: "broken", detail: "" },
    "Internal server error on Zulip push notification service, retry later.",
  ],
  [
    { outcome: "refused", detail: "" },
    "Push notification configuration issue on server, contact the server administrator or retry later.",
  ],
] as const;

/** A realm whose members' devices get notifications from a scripted relay. */
export const pushRealm = async () => {
  const found = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  const { relay } = found.world;
  let lastId = 0;
  return {
    ...found,
    relay,
    /** The addresses that got a test, in the order of sending. */
    tested: () =>
      relay.delivered.splice(0).flatMap(({ notification, targets }: PushDelivery) => {
        expect(notification).toEqual({ kind: "test", at: Math.floor(found.clock.now() / 1000) });
        return targets.map(({ key }) => key);
      }),
    /** Adds and registers a device; returns its id. */
    addDevice: async (who: Person) => {
      const id = await who.does(addClientDevice);
      lastId += 1;
      const token = {
        id: `token ${lastId}`,
        service: "fcm",
        forRelay: { publicKey: "k", registration: "r" },
      };
      await who.does(registerDevice, id, { key: { id: 7, key: "secret" }, token: token as never });
      await found.services.jobRunner.runDue();
      return id;
    },
  };
};
