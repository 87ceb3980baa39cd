import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import type { Needs } from "../../application/bind-use-cases";
import { createConfiguredRealm } from "../../application/realm/create-configured-realm";
import { firstRealmPath } from "../../application/realm/first-realm-path";
import { hasRealm } from "../../application/realm/has-realm";
import { parleyCommand } from "../../config/command-name";
import type { Config } from "../../config/config";

const retryMilliseconds = 100;

const instructions = (link: string): string => `There is no organization yet. Create one in a browser at
  ${link}
or with
  ${parleyCommand} realm create --name "My team" --owner-email you@example.com
or set PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL and start again.
`;

/** Prints how to create an organization, if there is none and this process has the page for it. */
export const showFirstSteps = async (
  services: Needs<typeof firstRealmPath | typeof hasRealm>,
  { role }: Pick<Config, "role">,
  url: string,
): Promise<void> => {
  if (role !== "jobs" && !(await hasRealm(services)()))
    process.stdout.write(instructions(`${url}${firstRealmPath(services)()}`));
};

/** Creates the organization named in the settings, if there is none. Several nodes may start at the same time. */
export const createRealmFromConfig = async (
  services: Needs<typeof createConfiguredRealm | typeof hasRealm>,
  config: Config,
  ending?: AbortSignal,
): Promise<void> => {
  const { realmName, ownerEmail, ownerName, ownerPassword } = config;
  if (realmName === undefined || ownerEmail === undefined) return;
  while (!(await hasRealm(services)())) {
    const created = await createConfiguredRealm(services)({
      name: realmName,
      subdomain: "",
      ownerEmail,
      ownerName: ownerName ?? nameFromEmail(ownerEmail),
      ...(ownerPassword !== undefined && { ownerPassword }),
    })();
    if (E.isLeft(created)) throw new Error(`The organization can't be created: ${created.left.message}`);
    if (created.right) return printNewRealm(realmName, ownerEmail, created.right.generatedPassword);
    // Another node is creating it. Try again in case that node fails.
    await sleep(retryMilliseconds, undefined, ending && { signal: ending });
  }
};

/** A name for an owner who gave none: the email address up to the @. */
export const nameFromEmail = (email: string): string => email.slice(0, Math.max(email.indexOf("@"), 1));

/** Prints that the organization exists, with the password if it was generated. It cannot be shown again. */
export const printNewRealm = (realmName: string, ownerEmail: string, password: string | undefined): void => {
  process.stdout.write(`Created organization "${realmName}"; its owner is ${ownerEmail}.\n`);
  if (password !== undefined) process.stdout.write(`Password, shown only once: ${password}\n`);
};
