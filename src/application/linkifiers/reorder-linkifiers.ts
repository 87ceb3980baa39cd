import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LinkifierId } from "../../domain/ids";
import {
  duplicatedLinkifiers,
  incompleteLinkifierOrder,
  type LinkifierError,
} from "../../domain/linkifiers/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Reorders the linkifiers. `order` has the id of each exactly once. Administrators only. API §4.17. */
export const reorderLinkifiers =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, order: readonly LinkifierId[]): TaskEither<CallerError | LinkifierError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      if (new Set(order).size < order.length) return E.left(duplicatedLinkifiers);
      const byId = new Map(tx.state.linkifiers.map((linkifier) => [linkifier.id, linkifier]));
      const linkifiers = order.flatMap((id) => byId.get(id) ?? []);
      if (linkifiers.length !== order.length || linkifiers.length !== byId.size)
        return E.left(incompleteLinkifierOrder);
      if (linkifiers.some((one, place) => one !== tx.state.linkifiers[place]))
        tx.append({ type: "linkifiers_set", linkifiers });
      return E.right(undefined);
    });
