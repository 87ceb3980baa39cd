import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import { invalidMessages, type MessageError } from "../../domain/messages/refusals";
import { type FlaggedMessage, readableMessage, withFlags } from "../access/message-access";
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

/** A message, if the caller may read it. */
export const fetchMessage =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, messageId: MessageId): TaskEither<CallerError | MessageError, FlaggedMessage> =>
    readAsCaller(directory, caller, async (state, user) => {
      // A hidden message takes as many reads as a missing one, so that response times don't tell them apart.
      const reading = { state, now: clock.now(), messages, readStates };
      const message = await readableMessage(reading, user, messageId);
      if (E.isLeft(message)) return message;
      const [flagged] = await withFlags(readStates, caller.realmId, user.id, [message.right]);
      return flagged ? E.right(flagged) : E.left(invalidMessages);
    });
