import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LinkifierId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { type LinkifierError, noSuchLinkifier } from "../../domain/linkifiers/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { EntityUpdate } from "../entity-update";
import type { InTransaction } from "../transaction";
import { checkLinkifier, type LinkifierInput, type LinkifierPorts } from "./internal/check-linkifier";

interface Ports extends LinkifierPorts {
  readonly inTransaction: InTransaction;
}

/** Changes a linkifier without changing its place in the order. Administrators only. API §2.7. */
export const updateLinkifier =
  ({ inTransaction, ...ports }: Ports) =>
  (
    caller: Caller,
    linkifierId: LinkifierId,
    update: EntityUpdate<LinkifierInput, never>,
  ): TaskEither<CallerError | InputError | LinkifierError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const { linkifiers } = tx.state;
      const before = linkifiers.find(({ id }) => id === linkifierId);
      if (before === undefined) return E.left(noSuchLinkifier);
      const others = linkifiers.filter((linkifier) => linkifier !== before);
      const checked = checkLinkifier(ports, others, {
        pattern: update.pattern ?? before.pattern,
        urlTemplate: update.urlTemplate ?? before.urlTemplate,
        exampleInput: update.exampleInput ?? before.exampleInput,
        reverseTemplate: update.reverseTemplate ?? before.reverseTemplate,
        alternativeUrlTemplates: update.alternativeUrlTemplates ?? before.alternativeUrlTemplates,
      });
      if (E.isLeft(checked)) return checked;
      const changed = { id: linkifierId, ...checked.right };
      tx.append({
        type: "linkifiers_set",
        linkifiers: linkifiers.map((one) => (one === before ? changed : one)),
      });
      return E.right(undefined);
    });
