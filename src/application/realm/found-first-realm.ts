import { type Either, isLeft, left } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../domain/errors";
import { defaultRealmSettings } from "../../domain/realm/realm-settings";
import type { Needs } from "../bind-use-cases";
import type { Result } from "../caller";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { PasswordStrength } from "../ports/login/password-strength";
import { checkPassword } from "../users/shared/check-password";
import { type FoundedRealm, foundRealm, type NewRealm } from "./found-realm";
import { openFirstRealm } from "./open-first-realm";

interface Ports extends Needs<typeof foundRealm> {
  readonly linkTokens: LinkTokens;
  readonly singleRunner: SingleRunner;
  readonly passwordStrength: PasswordStrength;
}

/** Creates the first organization, given the token of the link that the server printed at its start. */
export const foundFirstRealm =
  (ports: Ports) =>
  (
    token: string,
    wanted: Omit<NewRealm, "subdomain"> & { readonly ownerPassword: string },
  ): Result<FoundedRealm> =>
  async () => {
    const guessableWords = [wanted.ownerEmail, wanted.ownerName, wanted.name];
    const password = await checkPassword(
      ports.passwordStrength,
      defaultRealmSettings,
      wanted.ownerPassword,
      guessableWords,
    );
    let outcome: Either<ApiError, FoundedRealm> = left(linkRefused("used"));
    await ports.singleRunner.ifFree("first realm", async () => {
      const open = await openFirstRealm(ports)(token)();
      if (isLeft(open)) outcome = open;
      else outcome = isLeft(password) ? password : await foundRealm(ports)({ ...wanted, subdomain: "" })();
    });
    return outcome;
  };
