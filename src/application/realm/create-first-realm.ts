import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { InputError } from "../../domain/input-refusals";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import type { PasswordError } from "../../domain/passwords/refusals";
import { defaultRealmSettings } from "../../domain/realm/realm-settings";
import type { RealmError } from "../../domain/realm/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { Needs } from "../bind-use-cases";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { PasswordStrength } from "../ports/login/password-strength";
import { checkPassword } from "../users/shared/check-password";
import { type CreatedRealm, createRealm, type NewRealm } from "./create-realm";
import { openFirstRealm } from "./open-first-realm";

interface Ports extends Needs<typeof createRealm> {
  readonly linkTokens: LinkTokens;
  readonly singleRunner: SingleRunner;
  readonly passwordStrength: PasswordStrength;
}

/** Creates the first organization, given the token of the link that the server printed at its start. */
export const createFirstRealm =
  (ports: Ports) =>
  (
    token: string,
    input: Omit<NewRealm, "subdomain"> & { readonly ownerPassword: string },
  ): TaskEither<InputError | LinkError | PasswordError | RealmError | UserError, CreatedRealm> =>
  async () => {
    const guessableWords = [input.ownerEmail, input.ownerName, input.name];
    const password = await checkPassword(
      ports.passwordStrength,
      defaultRealmSettings,
      input.ownerPassword,
      guessableWords,
    );
    const found = pipe(
      openFirstRealm(ports)(token),
      TE.chainW(() => TE.fromEither(password)),
      TE.chainW(() => createRealm(ports)({ ...input, subdomain: "" })),
      // A command has created one since the link was checked.
      TE.mapLeft((error) => (error.tag === "subdomainTaken" ? linkRefused("used") : error)),
    );
    let outcome: E.Either<InputError | LinkError | PasswordError | RealmError | UserError, CreatedRealm> =
      E.left(linkRefused("used"));
    await ports.singleRunner.ifFree("first realm", async () => {
      outcome = await found();
    });
    return outcome;
  };
