import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import type { Caller } from "../../caller";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { Clock } from "../../ports/system/clock";

interface Ports {
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** The values that the caller's set-up of a second factor began with, from its token. */
export const readSetUp = (
  ports: Ports,
  purpose: "app_set_up" | "passkey_set_up",
  { realmId, userId }: Caller,
  token: string,
): E.Either<LinkError, Readonly<Record<string, unknown>>> =>
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
