import { isLeft, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkLinkifier, type LinkifierPorts, type WantedLinkifier } from "./check-linkifier";

interface Ports extends LinkifierPorts {
  readonly inTransaction: InTransaction;
}

/** Adds a linkifier after all others; answers with its id. Administrators only. API §2.7. */
export const addLinkifier =
  ({ inTransaction, ...ports }: Ports) =>
  (caller: Caller, wanted: WantedLinkifier): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { linkifiers } = tx.state;
      const checked = checkLinkifier(ports, linkifiers, wanted);
      if (isLeft(checked)) return checked;
      const id = tx.newId("linkifier");
      tx.append({ type: "linkifiers_set", linkifiers: [...linkifiers, { id, ...checked.right }] });
      return right(id);
    });
