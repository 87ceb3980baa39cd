import { isLeft, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { UrlTemplates } from "../ports/url-templates";
import type { InTransaction } from "../transaction";
import { checkPlayground, type WantedPlayground } from "./check-playground";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly urlTemplates: UrlTemplates;
}

/** Adds a place where code of a language can be run; answers with its id. Administrators only. */
export const addPlayground =
  ({ inTransaction, urlTemplates }: Ports) =>
  (caller: Caller, wanted: WantedPlayground): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { playgrounds } = tx.state;
      const checked = checkPlayground(urlTemplates, playgrounds, wanted);
      if (isLeft(checked)) return checked;
      const id = tx.newId("playground");
      tx.append({ type: "playgrounds_set", playgrounds: [...playgrounds, { id, ...checked.right }] });
      return right(id);
    });
