import { isLeft, right } from "fp-ts/Either";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import { type Caller, callerIn, type Result } from "../caller";
import type { PersonalReader } from "../ports/personal-reader";
import type { RealmDirectory } from "../realm-directory";

/** The caller's messages for later, the next one first; those that failed among them. */
export const listScheduled =
  ({ directory, personal }: { readonly directory: RealmDirectory; readonly personal: PersonalReader }) =>
  (caller: Caller): Result<readonly ScheduledMessage[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    return isLeft(user) ? user : right(await personal.scheduled(caller.realmId, caller.userId));
  };
