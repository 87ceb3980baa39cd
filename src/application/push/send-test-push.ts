import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import { isRegistered, noDevices } from "../../domain/push-device";
import {
  noActivePushDevice,
  relayBroken,
  relayRefused,
  relayUnreachable,
  unknownPushDevice,
  unknownToRelay,
} from "../../domain/push-errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { PushOutcome, PushRelay, PushTarget } from "../ports/push-relay";
import type { Seals } from "../ports/seals";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { forgetAddresses } from "./forget-addresses";
import { pushRealm } from "./push-realm";
import { deviceTargets, tokenTarget } from "./push-targets";

interface Ports {
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
} as const satisfies Partial<Record<PushOutcome["outcome"], ApiError>>;

/** The first failure; what the relay doesn't know any more is told apart. */
const failureIn = (outcomes: readonly PushOutcome[]): ApiError | undefined =>
  outcomes
    .map(({ outcome }) => (outcome === "sent" || outcome === "unknown" ? undefined : failures[outcome]))
    .find((failure) => failure !== undefined);

const sendTest = async (
  { directory, inTransaction, pushRelay, siteUrl, clock }: Ports,
  caller: Caller,
  choose: (state: Awaited<ReturnType<RealmDirectory["of"]>>) => Either<ApiError, readonly PushTarget[]>,
): Promise<Either<ApiError, readonly PushOutcome[]>> => {
  const state = await directory.of(caller.realmId);
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  const targets = choose(state);
  if (isLeft(targets)) return targets;
  const realm = pushRealm(state.realm, siteUrl());
  const strangers = targets.right.flatMap((target) =>
    target.kind === "token" && !target.token.isIntroduced ? [target.token] : [],
  );
  const introductions = await Promise.all(
    strangers.map((token) => pushRelay.introduce(realm, caller.userId, token)),
  );
  const refusal = failureIn(introductions);
  if (refusal) return left(refusal);
  const outcomes = await pushRelay.deliver({
    realm,
    user: user.right,
    notification: { kind: "test", at: Math.floor(clock.now() / 1000) },
    targets: targets.right,
  });
  const gone = targets.right.filter((_, index) => outcomes[index]?.outcome === "unknown");
  if (gone.length > 0) {
    const forgotten = await forgetAddresses(inTransaction, caller.realmId, caller.userId, gone)();
    if (isLeft(forgotten)) return forgotten;
  }
  const failure = failureIn(outcomes);
  return failure ? left(failure) : right(outcomes);
};

/** Sends a test notification to one address of the caller's, or to all of them. API §4.20. */
export const sendTestPush =
  (ports: Ports) =>
  (caller: Caller, token: string | undefined): Result<void> =>
  async () => {
    const sent = await sendTest(ports, caller, ({ pushDevices }) => {
      const { tokens } = pushDevices.get(caller.userId) ?? noDevices;
      const chosen = tokens.filter((one) => token === undefined || one.token === token);
      // All of none is no failure; one that isn't there is.
      return token !== undefined && chosen.length === 0
        ? left(unknownPushDevice)
        : right(chosen.map(tokenTarget));
    });
    if (isLeft(sent)) return sent;
    return sent.right.some(({ outcome }) => outcome === "unknown") ? left(unknownToRelay) : right(undefined);
  };

/** Sends one that only the device can read, to one of the caller's or to all of them. API §4.22. */
export const sendEncryptedTestPush =
  (ports: Ports) =>
  (caller: Caller, deviceId: number | undefined): Result<void> =>
  async () => {
    const sent = await sendTest(ports, caller, ({ pushDevices }) => {
      const { devices } = pushDevices.get(caller.userId) ?? noDevices;
      const chosen = devices
        .filter(isRegistered)
        .filter(({ id }) => deviceId === undefined || id === deviceId)
        .flatMap((device) => deviceTargets(device, ports.seals));
      return chosen.length > 0 ? right(chosen) : left(noActivePushDevice);
    });
    if (isLeft(sent)) return sent;
    return sent.right.every(({ outcome }) => outcome === "unknown")
      ? left(noActivePushDevice)
      : right(undefined);
  };
