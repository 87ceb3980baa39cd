import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { RealmId } from "../../domain/ids";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { byServer } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { InTransaction } from "../transaction";
import { appendFactorReset } from "./internal/append-factor-reset";

interface Ports extends Pick<LinkPorts, "siteUrl"> {
  readonly inTransaction: InTransaction;
}

/** Removes the second factors of a locked-out owner. For the server's operator. */
export const resetFactorsByAddress =
  (ports: Ports) =>
  (realmId: RealmId, email: string): TaskEither<UserError, void> =>
  () =>
    ports.inTransaction(byServer(realmId), async (tx) => {
      const user = tx.state.userByEmail(email);
      if (user === undefined || user.bot !== null) return E.left(noSuchUser);
      await appendFactorReset(ports, tx, user);
      return E.right(undefined);
    });
