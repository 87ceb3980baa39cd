import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { PushRelay, RegistrationOutcome } from "../../application/ports/push/push-relay";
import { secondsIn } from "../../domain/units/time";
import { openRegistration } from "./payload/encryption";

/** How long a device's registration is valid: longer than any outage should last. */
const lifetimeSeconds = secondsIn.day;
const longestToken = 4096;

const address = t.intersection([
  t.type({
    token: t.string,
    token_kind: t.union([t.literal("apns"), t.literal("fcm")]),
    timestamp: t.number,
  }),
  t.partial({ ios_app_id: t.union([t.string, t.null]) }),
]);

const rejected = (failure: Extract<RegistrationOutcome, { outcome: "rejected" }>["failure"]) =>
  ({ outcome: "rejected", failure }) as const;

/** Registers devices without a bouncer: this server decrypts the registrations itself. */
export const directRegistration = (
  privateKey: Uint8Array | undefined,
): Pick<PushRelay, "takesRegistrations" | "register" | "introduce" | "withdraw"> => ({
  takesRegistrations: privateKey !== undefined,
  register: async (_realm, device) => openedRegistration(privateKey, device),
  introduce: async () => ({ outcome: "sent" }),
  withdraw: async () => ({ outcome: "sent" }),
});

/** The outcomes that a bouncer would report. */
const openedRegistration = (
  privateKey: Uint8Array | undefined,
  { service, forRelay }: Parameters<PushRelay["register"]>[1],
): RegistrationOutcome => {
  if (privateKey === undefined)
    return { outcome: "refused", detail: "PARLEY_PUSH_REGISTRATION_KEY isn't set" };
  return pipe(
    openRegistration(privateKey, forRelay),
    E.chainW((opened) =>
      pipe(
        address.decode(opened),
        E.mapLeft(() => "BAD_REQUEST" as const),
      ),
    ),
    E.match(rejected, (decoded) => registrationOf(service, decoded)),
  );
};

const registrationOf = (
  service: Parameters<PushRelay["register"]>[1]["service"],
  { token, token_kind, timestamp, ios_app_id: appId = null }: t.TypeOf<typeof address>,
): RegistrationOutcome => {
  const isSound =
    token_kind === service &&
    token !== "" &&
    token.length <= longestToken &&
    (service === "apns" ? /^([0-9a-f]{2})+$/i.test(token) && appId !== null : appId === null);
  if (!isSound) return rejected("BAD_REQUEST");
  return Date.now() / 1000 - timestamp > lifetimeSeconds
    ? rejected("REQUEST_EXPIRED")
    : { outcome: "registered", address: { token, appId } };
};
