import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { InputError } from "../../domain/input-refusals";
import type { RealmError } from "../../domain/realm/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { Needs } from "../bind-use-cases";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import { type CreatedRealm, createRealm, type NewRealm } from "./create-realm";
import { hasRealm } from "./has-realm";

interface Ports extends Needs<typeof createRealm> {
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
}

/**
 * Creates the organization named in the server's settings, unless there is an organization. Several nodes may try at
 * the same time, and so may a command; only one creates it. Returns undefined on the others, even while it is still being created.
 */
export const createConfiguredRealm =
  (ports: Ports) =>
  (input: NewRealm): TaskEither<InputError | RealmError | UserError, CreatedRealm | undefined> =>
  async () => {
    const { registry, singleRunner } = ports;
    const isFounded = hasRealm({ registry });
    const found = createRealm(ports)(input);
    let outcome: E.Either<InputError | RealmError | UserError, CreatedRealm | undefined> = E.right(undefined);
    // Shares its name with foundFirstRealm, so that the two exclude each other.
    await singleRunner.ifFree("first realm", async () => {
      if (await isFounded()) return;
      const created = await found();
      // A command has created one since: it doesn't wait for us.
      if (E.isRight(created) || created.left.tag !== "subdomainTaken") outcome = created;
    });
    return outcome;
  };
