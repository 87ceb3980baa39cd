import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { SecondFactor } from "../../domain/second-factors/second-factor";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CredentialReader } from "../ports/login/credentials";

interface Ports {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
}

/** A user's second factors, without their secrets. */
export interface FactorList {
  readonly factors: readonly Omit<SecondFactor, "sealed" | "counter">[];
  readonly recoveryCodesLeft: number;
}

/** Lists the caller's second factors. */
export const listFactors =
  ({ directory, credentials }: Ports) =>
  (caller: Caller): TaskEither<CallerError, FactorList> =>
    readAsCaller(directory, caller, async () => {
      const factors = await credentials.secondFactors(caller.realmId, caller.userId);
      return E.right({
        factors: factors.map(({ sealed: _, counter: __, ...known }) => known),
        recoveryCodesLeft: await credentials.recoveryCodes(caller.realmId, caller.userId),
      });
    });
