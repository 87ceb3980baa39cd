import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { MessageId, RealmId } from "../../domain/ids";
import type { FlaggedMessage } from "../access/message-access";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import { asRead, openConversations } from "./internal/spectator-view";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
}

/** One message of a channel open to spectators, for anyone. */
export const fetchPublicMessage =
  ({ directory, messages }: Ports) =>
  (realmId: RealmId, messageId: MessageId): TaskEither<CallerError, FlaggedMessage> =>
  async () => {
    const state = await directory.stateOf(realmId);
    const [message] = await messages.byIds(realmId, [messageId]);
    return message && openConversations(state).includes(message.conversation.id)
      ? E.right(asRead(message))
      : E.left(notLoggedIn);
  };
