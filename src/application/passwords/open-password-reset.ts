import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { RealmId } from "../../domain/ids";
import type { LinkError } from "../../domain/login/link-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { CredentialReader } from "../ports/login/credentials";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import { readResetToken } from "./internal/reset-link";

interface Ports {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** The address of the account that a reset link is for. Fails if the link no longer works. */
export const openPasswordReset =
  (ports: Ports) =>
  (realmId: RealmId, token: string): TaskEither<LinkError | LoginError, string> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const read = await readResetToken(ports, state, token, ports.clock.now());
    return E.isLeft(read) ? read : E.right(read.right.email);
  };
