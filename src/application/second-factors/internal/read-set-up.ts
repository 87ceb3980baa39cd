import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import type { Caller } from "../../caller";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { LinkContents } from "../../ports/login/link-contents";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { Clock } from "../../ports/system/clock";

interface Ports {
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** The values that the caller's set-up of a second factor began with, from its token. */
export const readSetUp = <Purpose extends "app_set_up" | "passkey_set_up">(
  ports: Ports,
  purpose: Purpose,
  { realmId, userId }: Caller,
  token: string,
): E.Either<LinkError, LinkContents[Purpose]> =>
  pipe(
    readLink(ports, purpose, realmId, token),
    E.filterOrElseW(
      ({ user }) => user === userId,
      () => linkRefused("unknown"),
    ),
    E.filterOrElseW(
      (values) => !isLinkExpired(values, ports.clock.now()),
      () => linkRefused("expired"),
    ),
  );
