/** Names of all login methods that clients know, whether or not this server can offer them. */
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

/** The login methods the server offers and the organization allows. */
export type LoginMethods = ReadonlySet<LoginMethod>;

/**
 * The login methods of an organization. Falls back to passwords if the server no longer offers any method the
 * organization allows, so that nobody is locked out.
 */
export const loginMethodsOf = (
  offered: readonly LoginMethod[],
  { disabledLoginMethods }: { readonly disabledLoginMethods: readonly LoginMethod[] },
): LoginMethods => {
  const enabled = offered.filter((method) => !disabledLoginMethods.includes(method));
  return new Set(enabled.length === 0 ? ["Email"] : enabled);
};
