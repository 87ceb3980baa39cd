import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import { hasRealm } from "./has-realm";

interface Ports {
  readonly linkTokens: LinkTokens;
  readonly registry: RealmRegistry;
}

/** Checks a link for creating the first organization. It is valid until there is an organization. */
export const openFirstRealm =
  ({ linkTokens, registry }: Ports) =>
  (token: string): TaskEither<LinkError, void> =>
  async () => {
    if (linkTokens.read("first_realm", token) === undefined) return E.left(linkRefused("unknown"));
    const isFounded = hasRealm({ registry });
    return (await isFounded()) ? E.left(linkRefused("used")) : E.right(undefined);
  };
