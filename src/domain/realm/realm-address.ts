import type { Realm } from "./realm";

/** The realm's URL without a trailing slash. A realm with a subdomain has its own host name. */
export const realmUrl = (siteUrl: string, { subdomain }: Pick<Realm, "subdomain">): string => {
  const url = new URL(siteUrl);
  if (subdomain !== "") url.hostname = `${subdomain}.${url.hostname}`;
  return url.toString().replace(/\/$/, "");
};

/** Whether a realm may have the subdomain. The realm at the server's own address has the empty one. */
export const isSubdomain = (text: string): boolean => /^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/.test(text);
