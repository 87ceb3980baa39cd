import { isLeft } from "fp-ts/Either";
import { firstRealmPath } from "./application/realm/found-first-realm";
import { foundRealm } from "./application/realm/found-realm";
import { listRealms } from "./application/realm/list-realms";
import type { Needs } from "./application/together";
import type { Config } from "./config/config";

const howTo = (link: string): string => `There is no organization yet. Make one in a browser at
  ${link}
or with
  npm run parley -- realm create --name "My team" --owner-email you@example.com
or set PARLEY_REALM_NAME and PARLEY_OWNER_EMAIL and start again.
`;

/** Says how to make an organization where there is none. */
export const showFirstSteps = async (
  services: Needs<typeof firstRealmPath | typeof listRealms>,
  url: string,
): Promise<void> => {
  if ((await listRealms(services)()).length === 0)
    process.stdout.write(howTo(`${url}${firstRealmPath(services)()}`));
};

/** Makes the organization that the settings ask for, once. */
export const foundConfiguredRealm = async (
  services: Needs<typeof foundRealm | typeof listRealms>,
  config: Config,
): Promise<void> => {
  const { realmName, ownerEmail, ownerName, ownerPassword } = config;
  if ((await listRealms(services)()).length > 0) return;
  if (realmName === undefined || ownerEmail === undefined) return;
  const founded = await foundRealm(services)({
    name: realmName,
    subdomain: "",
    ownerEmail,
    ownerName: ownerName ?? nameIn(ownerEmail),
    ...(ownerPassword !== undefined && { ownerPassword }),
  })();
  if (isLeft(founded)) throw new Error(`The organization can't be made: ${founded.left.message}`);
  tellOwner(realmName, ownerEmail, founded.right.generatedPassword);
};

/** What an owner is called whose name isn't given: the address up to the @. */
export const nameIn = (email: string): string => email.slice(0, Math.max(email.indexOf("@"), 1));

/** Shows a generated password: the only time that anyone sees it. */
export const tellOwner = (realmName: string, ownerEmail: string, password: string | undefined): void => {
  process.stdout.write(`Organization "${realmName}" is made; its owner is ${ownerEmail}.\n`);
  if (password !== undefined) process.stdout.write(`Password, shown this once: ${password}\n`);
};
