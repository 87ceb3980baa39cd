import type { LinkTokens } from "../ports/login/link-tokens";

/** The secret path of the page for creating the server's first organization. */
export const firstRealmPath =
  ({ linkTokens }: { readonly linkTokens: LinkTokens }) =>
  (): string =>
    `/new/${linkTokens.write("first_realm", {})}`;
