/** Every way to log in that clients know, by the name that they know it by. */
export const loginMethods = [
  "Dev",
  "Email",
  "LDAP",
  "RemoteUser",
  "GitHub",
  "AzureAD",
  "GitLab",
  "Google",
  "Apple",
  "Discord",
  "SAML",
  "OpenID Connect",
] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** The ways in that a server offers and its organization has not turned off. */
export type LoginMethods = ReadonlySet<LoginMethod>;

/**
 * By which methods people get into an organization. Where the server no longer offers any of those that are left, it is
 * by password: nobody is locked out by what somebody else took away.
 */
export const loginMethodsOf = (
  offered: readonly LoginMethod[],
  { disabledLoginMethods }: { readonly disabledLoginMethods: readonly LoginMethod[] },
): LoginMethods => {
  const left = offered.filter((method) => !disabledLoginMethods.includes(method));
  return new Set(left.length === 0 ? ["Email"] : left);
};
