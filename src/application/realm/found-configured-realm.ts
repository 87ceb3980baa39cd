import { type Either, right } from "fp-ts/Either";
import type { ApiError } from "../../domain/errors";
import type { Result } from "../caller";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { Needs } from "../together";
import { foundRealm, type RealmFounded, type RealmWanted } from "./found-realm";
import { hasRealm } from "./has-realm";

interface Ports extends Needs<typeof foundRealm> {
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
}

/**
 * Makes the organization that the settings ask for, unless there is one. Any number of nodes may ask at the same
 * time: one of them makes it. Undefined for the others, whether it is made already or still being made.
 */
export const foundConfiguredRealm =
  (ports: Ports) =>
  (wanted: RealmWanted): Result<RealmFounded | undefined> =>
  async () => {
    const { registry, singleRunner } = ports;
    let outcome: Either<ApiError, RealmFounded | undefined> = right(undefined);
    // The same name as on the page where a person makes the first organization: those two exclude each other too.
    await singleRunner.ifFree("first realm", async () => {
      if (!(await hasRealm({ registry })())) outcome = await foundRealm(ports)(wanted)();
    });
    return outcome;
  };
