import type { LinkTokens } from "../ports/login/link-tokens";

/**
 * The subdomain of the organization that a ticket belongs to. Providers have one return address for all
 * organizations.
 */
export const findCallSignOnRealm =
  ({ linkTokens }: { readonly linkTokens: LinkTokens }) =>
  (ticket: string): string | undefined =>
    linkTokens.read("call_sign_on", ticket)?.subdomain;
