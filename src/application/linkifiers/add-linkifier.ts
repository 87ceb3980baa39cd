import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LinkifierId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LinkifierError } from "../../domain/linkifiers/refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkLinkifier, type LinkifierInput, type LinkifierPorts } from "./internal/check-linkifier";

interface Ports extends LinkifierPorts {
  readonly inTransaction: InTransaction;
}

/** Adds a linkifier at the end of the list and returns its id. Administrators only. API §2.7. */
export const addLinkifier =
  ({ inTransaction, ...ports }: Ports) =>
  (
    caller: Caller,
    input: LinkifierInput,
  ): TaskEither<CallerError | InputError | LimitError | LinkifierError, LinkifierId> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const { linkifiers } = tx.state;
      const room = checkRoom(tx.state, "linkifiers", tx.now);
      if (E.isLeft(room)) return room;
      const checked = checkLinkifier(ports, linkifiers, input);
      if (E.isLeft(checked)) return checked;
      const id = tx.newId("linkifier");
      tx.append({ type: "linkifiers_set", linkifiers: [...linkifiers, { id, ...checked.right }] });
      return E.right(id);
    });
