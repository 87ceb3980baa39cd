import type { PushDelivery, PushOutcome, PushTarget } from "../../application/ports/push/push-relay";

/** Sends one request per target and returns the outcomes in order. An exception becomes the outcome of its target. */
export const eachTarget = (
  { targets }: PushDelivery,
  send: (target: PushTarget) => Promise<PushOutcome>,
): Promise<readonly PushOutcome[]> =>
  Promise.all(
    targets.map(async (target): Promise<PushOutcome> => {
      try {
        return await send(target);
      } catch (error) {
        return { outcome: "broken", detail: String(error) };
      }
    }),
  );

/** The push service of a target. */
export const serviceOf = (target: PushTarget) =>
  target.kind === "token" ? target.token.service : target.service;

/** The outcome for a device that was registered with another relay. */
export const noAddress: PushOutcome = {
  outcome: "refused",
  detail: "The device was registered with another relay",
};
