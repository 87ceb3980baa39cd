import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../domain/errors";
import { defaultRealmSettings } from "../../domain/realm-settings";
import type { Result } from "../caller";
import type { LinkTokens } from "../ports/link-tokens";
import type { PasswordStrength } from "../ports/password-strength";
import type { SingleRunner } from "../ports/single-runner";
import type { Needs } from "../together";
import { checkPassword } from "../users/check-password";
import { foundRealm, type RealmFounded, type RealmWanted } from "./found-realm";
import { hasRealm } from "./has-realm";

interface Ports extends Needs<typeof foundRealm> {
  readonly linkTokens: LinkTokens;
  readonly singleRunner: SingleRunner;
  readonly passwordStrength: PasswordStrength;
}

/** The path of the page on which whoever runs the server makes its first organization. */
export const firstRealmPath =
  ({ linkTokens }: Pick<Ports, "linkTokens">) =>
  (): string =>
    `/new/${linkTokens.write("first_realm", {})}`;

/** Whether a link for the first organization still works: it does until there is one. */
export const openFirstRealm =
  ({ linkTokens, registry }: Pick<Ports, "linkTokens" | "registry">) =>
  (token: string): Result<void> =>
  async () => {
    if (linkTokens.read("first_realm", token) === undefined) return left(linkRefused("unknown"));
    return (await hasRealm({ registry })()) ? left(linkRefused("used")) : right(undefined);
  };

/** Makes the first organization, for whoever has the link that the server showed where it was started. */
export const foundFirstRealm =
  (ports: Ports) =>
  (
    token: string,
    wanted: Omit<RealmWanted, "subdomain"> & { readonly ownerPassword: string },
  ): Result<RealmFounded> =>
  async () => {
    const known = [wanted.ownerEmail, wanted.ownerName, wanted.name];
    const password = await checkPassword(
      ports.passwordStrength,
      defaultRealmSettings,
      wanted.ownerPassword,
      known,
    );
    let outcome: Either<ApiError, RealmFounded> = left(linkRefused("used"));
    await ports.singleRunner.ifFree("first realm", async () => {
      const open = await openFirstRealm(ports)(token)();
      if (isLeft(open)) outcome = open;
      else outcome = isLeft(password) ? password : await foundRealm(ports)({ ...wanted, subdomain: "" })();
    });
    return outcome;
  };
