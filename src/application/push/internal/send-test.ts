import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../../domain/caller-refusals";
import { type PushError, relayBroken, relayRefused, relayUnreachable } from "../../../domain/push/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { readNewestAsCaller } from "../../as-caller";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { PushOutcome, PushRelay, PushTarget } from "../../ports/push/push-relay";
import type { Clock } from "../../ports/system/clock";
import type { Seals } from "../../ports/system/seals";
import type { InTransaction } from "../../transaction";
import { forgetAddresses } from "./forget-addresses";
import { pushRealm } from "./push-realm";

export interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly pushRelay: PushRelay;
  readonly seals: Seals;
  readonly siteUrl: () => string;
  readonly clock: Clock;
}

const failures = {
  unreachable: relayUnreachable,
  broken: relayBroken,
  refused: relayRefused,
} as const satisfies Partial<Record<PushOutcome["outcome"], PushError>>;

/** Fails with the first failure, except that the relay doesn't know a device, which is reported separately. */
const checkOutcomes = (outcomes: readonly PushOutcome[]): E.Either<PushError, readonly PushOutcome[]> => {
  for (const { outcome } of outcomes)
    if (outcome !== "sent" && outcome !== "unknown") return E.left(failures[outcome]);
  return E.right(outcomes);
};

export const sendTest = (
  { directory, inTransaction, pushRelay, siteUrl, clock }: Ports,
  caller: Caller,
  choose: (state: RealmState) => E.Either<PushError, readonly PushTarget[]>,
): TaskEither<CallerError | PushError, readonly PushOutcome[]> =>
  readNewestAsCaller(directory, caller, async (state, user) => {
    const targets = choose(state);
    if (E.isLeft(targets)) return targets;
    const realm = pushRealm(state.realm, siteUrl());
    const strangers = targets.right.flatMap((target) =>
      target.kind === "token" && !target.token.isIntroduced ? [target.token] : [],
    );
    const introductions = await Promise.all(
      strangers.map((token) => pushRelay.introduce(realm, caller.userId, token)),
    );
    const allowed = checkOutcomes(introductions);
    if (E.isLeft(allowed)) return allowed;
    const outcomes = await pushRelay.deliver({
      realm,
      user,
      notification: { kind: "test", at: Math.floor(clock.now() / 1000) },
      targets: targets.right,
    });
    const gone = targets.right.filter((_, index) => outcomes[index]?.outcome === "unknown");
    if (gone.length > 0) {
      const forgotten = await forgetAddresses(inTransaction, caller.realmId, caller.userId, gone);
      if (E.isLeft(forgotten)) return forgotten;
    }
    return checkOutcomes(outcomes);
  });
