import type { Needs } from "../application/bind-use-cases";
import { findRealmBySubdomain } from "../application/realm/find-realm-by-subdomain";
import type { RealmId } from "../domain/ids";

/** The option that names an organization: flags, description and default. */
export const realmOption = [
  "--subdomain <label>",
  "the organization's subdomain; default: the organization at the server's own address",
  "",
] as const;

/** The id of the organization that the option names. */
export const requireRealm = async (
  services: Needs<typeof findRealmBySubdomain>,
  subdomain: string,
): Promise<RealmId> => {
  const realm = await findRealmBySubdomain(services)(subdomain);
  if (realm === undefined)
    throw new Error(
      subdomain === ""
        ? "There is no organization at the server's own address: name one with --subdomain"
        : `There is no organization with the subdomain ${subdomain}`,
    );
  return realm.id;
};
