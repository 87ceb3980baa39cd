import type { PushDelivery, PushOutcome, PushTarget } from "../../application/ports/push-relay";

/** Outcomes of one request for each target, in their order. */
export const eachTarget = (
  { targets }: PushDelivery,
  send: (target: PushTarget) => Promise<PushOutcome>,
): Promise<readonly PushOutcome[]> => Promise.all(targets.map(send));

export const serviceOf = (target: PushTarget) =>
  target.kind === "token" ? target.token.service : target.service;

/** An outcome for what can't be addressed: a device that another relay was told of. */
export const noAddress: PushOutcome = {
  outcome: "refused",
  detail: "The device was registered with another relay",
};
