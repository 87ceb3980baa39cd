import type { Command } from "commander";
import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { permitEmailChanges } from "../application/accounts/permit-email-changes";
import type { ApiError } from "../application/api-error";
import { bindUseCases } from "../application/bind-use-cases";
import { resetFactorsByAddress } from "../application/second-factors/reset-factors-by-address";
import { forgetSignOn } from "../application/sign-on/forget-sign-on";
import type { RealmId } from "../domain/ids";
import { realmOption, requireRealm } from "./realm-option";

const bind = bindUseCases({ forgetSignOn, permitEmailChanges, resetFactorsByAddress });

type Services = Parameters<typeof bind>[0] & Parameters<typeof requireRealm>[0];
type WithApplication = (run: (services: Services) => Promise<void>) => Promise<void>;
type UseCases = ReturnType<typeof bind>;

interface Named {
  readonly email: string;
  readonly subdomain: string;
  readonly revoke?: boolean;
}

/** Commands for users. */
export const addUserCommands = (program: Command, withApplication: WithApplication): void => {
  const user = program.command("user").description("Change users when nobody else can");

  const userCommand = (
    name: string,
    description: string,
    run: (useCases: UseCases, realmId: RealmId, options: Named) => TaskEither<ApiError, void>,
  ): Command =>
    user
      .command(name)
      .description(description)
      .requiredOption("--email <address>", "the user's email address")
      .option(...realmOption)
      .action((options: Named) =>
        withApplication(async (services) => {
          const realmId = await requireRealm(services, options.subdomain);
          const outcome = await run(bind(services), realmId, options)();
          if (E.isLeft(outcome)) throw new Error(outcome.left.message);
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
