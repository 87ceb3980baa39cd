import { left, right } from "fp-ts/Either";
import { noSuchUser } from "../../domain/errors";
import type { RealmId } from "../../domain/ids";
import { byServer, type Result } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { InTransaction } from "../transaction";
import { appendFactorReset } from "./internal/append-factor-reset";

interface Ports extends Pick<LinkPorts, "siteUrl"> {
  readonly inTransaction: InTransaction;
}

/** Removes the second factors of a locked-out owner. For the server's operator. */
export const resetFactorsByAddress =
  (ports: Ports) =>
  (realmId: RealmId, email: string): Result<void> =>
    ports.inTransaction(byServer(realmId), (tx) => async () => {
      const user = tx.state.userByEmail(email);
      if (user === undefined || user.bot !== null) return left(noSuchUser);
      await appendFactorReset(ports, tx, user);
      return right(undefined);
    });
