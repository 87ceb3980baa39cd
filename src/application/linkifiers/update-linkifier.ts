import { isLeft, left, right } from "fp-ts/Either";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import {
  checkLinkifier,
  type LinkifierPorts,
  noSuchLinkifier,
  type WantedLinkifier,
} from "./check-linkifier";

interface Ports extends LinkifierPorts {
  readonly inTransaction: InTransaction;
}

/** What is to change of a linkifier; undefined leaves it. */
type LinkifierUpdate = {
  readonly [Field in keyof WantedLinkifier]: WantedLinkifier[Field] | undefined;
};

/** Changes a linkifier in its place. Administrators only. API §2.7. */
export const updateLinkifier =
  ({ inTransaction, ...ports }: Ports) =>
  (caller: Caller, linkifierId: number, update: LinkifierUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { linkifiers } = tx.state;
      const before = linkifiers.find(({ id }) => id === linkifierId);
      if (before === undefined) return left(noSuchLinkifier);
      const others = linkifiers.filter((one) => one !== before);
      const checked = checkLinkifier(ports, others, {
        pattern: update.pattern ?? before.pattern,
        urlTemplate: update.urlTemplate ?? before.urlTemplate,
        exampleInput: update.exampleInput ?? before.exampleInput,
        reverseTemplate: update.reverseTemplate ?? before.reverseTemplate,
        alternativeUrlTemplates: update.alternativeUrlTemplates ?? before.alternativeUrlTemplates,
      });
      if (isLeft(checked)) return checked;
      const changed = { id: linkifierId, ...checked.right };
      tx.append({
        type: "linkifiers_set",
        linkifiers: linkifiers.map((one) => (one === before ? changed : one)),
      });
      return right(undefined);
    });
