import type { Realm } from "./realm";

/** Where people reach a realm, without a slash at the end: a realm with a subdomain has a host name of its own. */
export const realmUrl = (siteUrl: string, { subdomain }: Pick<Realm, "subdomain">): string => {
  const url = new URL(siteUrl);
  if (subdomain !== "") url.hostname = `${subdomain}.${url.hostname}`;
  return url.toString().replace(/\/$/, "");
};
