import { isLeft, right } from "fp-ts/Either";
import type { SecondFactor } from "../../domain/second-factor";
import { type Caller, callerIn, type Result } from "../caller";
import type { CredentialReader } from "../ports/credentials";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
}

/** What somebody may know of their second factors. */
export interface FactorList {
  readonly factors: readonly Omit<SecondFactor, "sealed" | "counter">[];
  readonly recoveryCodesLeft: number;
}

/** The caller's second factors. */
export const listFactors =
  ({ directory, credentials }: Ports) =>
  (caller: Caller): Result<FactorList> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    const factors = await credentials.secondFactors(caller.realmId, caller.userId);
    return right({
      factors: factors.map(({ sealed: _, counter: __, ...known }) => known),
      recoveryCodesLeft: await credentials.recoveryCodes(caller.realmId, caller.userId),
    });
  };
