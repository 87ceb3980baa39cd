import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { readableMessage } from "./message-access";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** Whether one of two has muted the other: neither learns then what the other reads. */
const areApart = (a: User, b: User): boolean =>
  a.mutedUsers.some(({ userId }) => userId === b.id) || b.mutedUsers.some(({ userId }) => userId === a.id);

/** The ids of those who have read a message, its sender aside, as far as they tell it. */
export const listReaders =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: number): Result<readonly number[]> =>
  async () => {
    const { realmId } = caller;
    const state = await directory.of(realmId);
    const found = callerIn(state, caller);
    if (isLeft(found)) return found;
    const user = found.right;
    const message = await readableMessage({ state, now: clock.now(), messages, readStates }, user, messageId);
    if (isLeft(message)) return message;
    if (!state.realm.settings.enableReadReceipts)
      return left(badRequest("Read receipts are disabled in this organization."));
    const readers = await readStates.readersOf(realmId, message.right);
    return right(
      readers.filter((id) => {
        const reader = state.users.get(id);
        if (reader === undefined || id === message.right.senderId) return false;
        if (!canSeeUser(state, user, reader, clock.now())) return false;
        return reader.isActive && reader.settings.sendReadReceipts && !areApart(user, reader);
      }),
    );
  };
