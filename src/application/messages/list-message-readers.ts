import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId, UserId } from "../../domain/ids";
import { type MessageError, readReceiptsDisabled } from "../../domain/messages/refusals";
import { usersSeenBy } from "../../domain/policy/user-access";
import type { User } from "../../domain/users/user";
import { readableHead } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** Whether one user has muted the other. Then neither sees what the other has read. */
const isEitherMuted = (a: User, b: User): boolean =>
  a.mutedUsers.some(({ userId }) => userId === b.id) || b.mutedUsers.some(({ userId }) => userId === a.id);

/** Ids of the users who have read a message, except its sender and users who don't send read receipts. */
export const listMessageReaders =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: MessageId): TaskEither<CallerError | MessageError, readonly UserId[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const now = clock.now();
      const message = await readableHead({ state, now, messages, readStates }, user, messageId);
      if (E.isLeft(message)) return message;
      if (!state.realm.settings.enableReadReceipts) return E.left(readReceiptsDisabled);
      const readerIds = await readStates.readersOf(caller.realmId, message.right);
      const { isSeen } = usersSeenBy(state, user, now);
      const isShown = (id: UserId): boolean => {
        const reader = state.users.get(id);
        if (reader === undefined || id === message.right.senderId) return false;
        if (!isSeen(reader)) return false;
        return reader.isActive && reader.settings.sendReadReceipts && !isEitherMuted(user, reader);
      };
      return E.right(readerIds.filter(isShown));
    });
