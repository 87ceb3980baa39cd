import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/Either";
import { foundConfiguredRealm } from "./application/realm/found-configured-realm";
import { firstRealmPath } from "./application/realm/found-first-realm";
import { hasRealm } from "./application/realm/has-realm";
import type { Needs } from "./application/together";
import type { Config } from "./config/config";

const lookAgainMilliseconds = 100;

const howTo = (link: string): string => `There is no organization yet. Make one in a browser at
  ${link}
or with
  npm run parley -- realm create --name "My team" --owner-email you@example.com
or set PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL and start again.
`;

/** Says how to make an organization where there is none. */
export const showFirstSteps = async (
  services: Needs<typeof firstRealmPath | typeof hasRealm>,
  url: string,
): Promise<void> => {
  if (!(await hasRealm(services)())) process.stdout.write(howTo(`${url}${firstRealmPath(services)()}`));
};

/** Makes the organization that the settings ask for, once: several nodes may start at the same time. */
export const foundFirstRealm = async (
  services: Needs<typeof foundConfiguredRealm | typeof hasRealm>,
  config: Config,
  ending?: AbortSignal,
): Promise<void> => {
  const { realmName, ownerEmail, ownerName, ownerPassword } = config;
  if (realmName === undefined || ownerEmail === undefined) return;
  while (!(await hasRealm(services)())) {
    const founded = await foundConfiguredRealm(services)({
      name: realmName,
      subdomain: "",
      ownerEmail,
      ownerName: ownerName ?? nameIn(ownerEmail),
      ...(ownerPassword !== undefined && { ownerPassword }),
    })();
    if (isLeft(founded)) throw new Error(`The organization can't be made: ${founded.left.message}`);
    if (founded.right) return tellOwner(realmName, ownerEmail, founded.right.generatedPassword);
    // Another node is making it. If that one dies halfway, it is for us to do.
    await sleep(lookAgainMilliseconds, undefined, { ...(ending && { signal: ending }) });
  }
};

/** What an owner is called whose name isn't given: the address up to the @. */
export const nameIn = (email: string): string => email.slice(0, Math.max(email.indexOf("@"), 1));

/** Shows a generated password: the only time that anyone sees it. */
export const tellOwner = (realmName: string, ownerEmail: string, password: string | undefined): void => {
  process.stdout.write(`Organization "${realmName}" is made; its owner is ${ownerEmail}.\n`);
  if (password !== undefined) process.stdout.write(`Password, shown this once: ${password}\n`);
};
