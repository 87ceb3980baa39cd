import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type LimitError, tooManyTries } from "../../domain/limit-refusals";
import { networkOf } from "../../domain/realm/network";
import type { Visitor } from "../caller";
import type { Identity, SignOnProvider } from "../ports/login/sign-on-provider";
import type { Throttle } from "../ports/system/throttle";

interface Ports {
  readonly throttle: Throttle;
}

/**
 * Completes a sign-on, once per departure for the service: `confirm` asks the service who the user is. Undefined if the service
 * doesn't confirm anyone. A network with too many failures waits, as for wrong passwords.
 */
export const returnFromService =
  ({ throttle }: Ports) =>
  (
    { realmId, remoteAddress }: Visitor,
    state: string,
    confirm: () => ReturnType<SignOnProvider["finish"]>,
  ): TaskEither<LimitError, Identity | undefined> =>
  async () => {
    const network = networkOf(remoteAddress);
    const mayAsk =
      !(await throttle.isUsedUp("login_from", network)) &&
      (await throttle.take("once", `sign-on ${realmId} ${state}`)) === undefined;
    const identity = mayAsk ? await confirm() : E.left("unconfirmed" as const);
    if (E.isRight(identity)) return identity;
    const wait = await throttle.take("login_from", network);
    return wait === undefined ? E.right(undefined) : E.left(tooManyTries(wait));
  };
