import type { Command } from "commander";
import { isLeft } from "fp-ts/Either";
import type { Result } from "../application/caller";
import { realmBySubdomain } from "../application/realm/realm-by-subdomain";
import { resetFactorsByAddress } from "../application/second-factors/reset-factors";
import { forgetSignOn } from "../application/sign-on/forget-sign-on";
import { type Needs, together } from "../application/together";
import { permitEmailChanges } from "../application/users/permit-email-changes";

const use = { forgetSignOn, permitEmailChanges, realmBySubdomain, resetFactorsByAddress };

type Services = Needs<typeof use>;
type WithApplication = (run: (services: Services) => Promise<void>) => Promise<void>;
type UseCases = ReturnType<ReturnType<typeof together<typeof use>>>;

interface Named {
  readonly email: string;
  readonly subdomain: string;
  readonly revoke?: boolean;
}

/** Commands about people. */
export const addUserCommands = (program: Command, withApplication: WithApplication): void => {
  const user = program.command("user").description("People");

  const userCommand = (
    name: string,
    description: string,
    run: (useCases: UseCases, realmId: number, given: Named) => Result<void>,
  ): Command =>
    user
      .command(name)
      .description(description)
      .requiredOption("--email <address>", "who")
      .option("--subdomain <label>", "which organization; by default the one at the server's own address", "")
      .action((given: Named) =>
        withApplication(async (services) => {
          const useCases = together(use)(services);
          const realm = await useCases.realmBySubdomain(given.subdomain);
          if (realm === undefined) throw new Error("There is no such organization");
          const outcome = await run(useCases, realm.id, given)();
          if (isLeft(outcome)) throw new Error(outcome.left.message);
        }),
      );

  userCommand(
    "permit-email-changes",
    "Let an owner change other people's addresses",
    ({ permitEmailChanges }, realmId, { email, revoke }) => permitEmailChanges(realmId, email, !revoke),
  ).option("--revoke", "take the permission back");

  userCommand(
    "reset-two-factors",
    "Take the second factors of somebody away who has lost them, an owner too; they are logged out",
    ({ resetFactorsByAddress }, realmId, { email }) => resetFactorsByAddress(realmId, email),
  );

  userCommand(
    "forget-sign-on",
    "Free an account for somebody whom the sign-on service knows by another name than before",
    ({ forgetSignOn }, realmId, { email }) => forgetSignOn(realmId, email),
  );
};
