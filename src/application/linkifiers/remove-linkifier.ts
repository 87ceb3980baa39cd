import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LinkifierId } from "../../domain/ids";
import { type LinkifierError, noSuchLinkifier } from "../../domain/linkifiers/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Removes a linkifier. Administrators only. API §2.7. */
export const removeLinkifier =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, linkifierId: LinkifierId): TaskEither<CallerError | LinkifierError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const linkifiers = tx.state.linkifiers.filter(({ id }) => id !== linkifierId);
      if (linkifiers.length === tx.state.linkifiers.length) return E.left(noSuchLinkifier);
      tx.append({ type: "linkifiers_set", linkifiers });
      return E.right(undefined);
    });
