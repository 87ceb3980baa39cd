import type { Command } from "commander";
import { isLeft } from "fp-ts/Either";
import { permitEmailChanges } from "../application/accounts/permit-email-changes";
import { type Needs, together } from "../application/bind-use-cases";
import type { Result } from "../application/caller";
import { findRealmBySubdomain } from "../application/realm/find-realm-by-subdomain";
import { resetFactorsByAddress } from "../application/second-factors/reset-factors-by-address";
import { forgetSignOn } from "../application/sign-on/forget-sign-on";
import type { RealmId } from "../domain/ids";

const use = { forgetSignOn, permitEmailChanges, findRealmBySubdomain, resetFactorsByAddress };

type Services = Needs<typeof use>;
type WithApplication = (run: (services: Services) => Promise<void>) => Promise<void>;
type UseCases = ReturnType<ReturnType<typeof together<typeof use>>>;

interface Named {
  readonly email: string;
  readonly subdomain: string;
  readonly revoke?: boolean;
}

/** Commands for users. */
export const addUserCommands = (program: Command, withApplication: WithApplication): void => {
  const user = program.command("user").description("Users");

  const userCommand = (
    name: string,
    description: string,
    run: (useCases: UseCases, realmId: RealmId, given: Named) => Result<void>,
  ): Command =>
    user
      .command(name)
      .description(description)
      .requiredOption("--email <address>", "who")
      .option("--subdomain <label>", "which organization; by default the one at the server's own address", "")
      .action((given: Named) =>
        withApplication(async (services) => {
          const useCases = together(use)(services);
          const realm = await useCases.findRealmBySubdomain(given.subdomain);
          if (realm === undefined) throw new Error("There is no such organization");
          const outcome = await run(useCases, realm.id, given)();
          if (isLeft(outcome)) throw new Error(outcome.left.message);
        }),
      );

  userCommand(
    "permit-email-changes",
    "Let an owner change other people's addresses",
    ({ permitEmailChanges }, realmId, { email, revoke }) => permitEmailChanges(realmId, email, !revoke),
  ).option("--revoke", "revoke the permission");

  userCommand(
    "reset-two-factors",
    "Remove the second factors of a user who lost them, owners included, and log the user out",
    ({ resetFactorsByAddress }, realmId, { email }) => resetFactorsByAddress(realmId, email),
  );

  userCommand(
    "forget-sign-on",
    "Unlink an account from the sign-on service, for a user whose id there has changed",
    ({ forgetSignOn }, realmId, { email }) => forgetSignOn(realmId, email),
  );
};
