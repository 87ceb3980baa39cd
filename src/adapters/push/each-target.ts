import type { PushDelivery, PushOutcome, PushTarget } from "../../application/ports/push-relay";

/** Outcomes of one request for each target, in their order; what goes wrong with one is that one's outcome. */
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

/** The push service by which a target is reached. */
export const serviceOf = (target: PushTarget) =>
  target.kind === "token" ? target.token.service : target.service;

/** An outcome for what can't be addressed: a device that another relay was told of. */
export const noAddress: PushOutcome = {
  outcome: "refused",
  detail: "The device was registered with another relay",
};
