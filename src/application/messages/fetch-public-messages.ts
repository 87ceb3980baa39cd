import { isLeft, left, right } from "fp-ts/Either";
import { isOpenToSpectators } from "../../domain/channel-access";
import { notLoggedIn } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import type { FlaggedMessage } from "./message-access";
import { beyondNewest, type MessagePage, type MessagesWanted, messagePage } from "./message-page";
import { type NarrowInput, resolveNarrow } from "./narrow-input";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** What people without an account may narrow by. */
const openOperators: ReadonlySet<string> = new Set([
  ...["channel", "stream", "channels", "streams", "topic", "subject", "sender", "from"],
]);

const asksForPublic = (narrow: readonly NarrowInput[]): boolean =>
  narrow.every(({ operator }) => openOperators.has(operator)) &&
  narrow.some(
    ({ operator, operand, negated }) =>
      !negated && (operator === "channels" || operator === "streams") && operand === "web-public",
  );

/** Nothing of it is news to somebody who has no account. */
const asRead = (message: Message): FlaggedMessage => ({ message, flags: ["read"] });

const openConversations = (state: RealmState): readonly number[] =>
  [...state.channels.values()]
    .filter((channel) => isOpenToSpectators(state, channel))
    .map(({ conversationId }) => conversationId);

/** The messages around an anchor in channels that are open to the web, for anyone; other narrows need a login. */
export const fetchPublicMessages =
  ({ directory, messages, clock }: Ports) =>
  (realmId: number, wanted: MessagesWanted): Result<MessagePage> =>
  async () => {
    const state = await directory.of(realmId);
    const conversationIds = openConversations(state);
    if (!state.realm.settings.enableSpectatorAccess || !asksForPublic(wanted.narrow))
      return left(notLoggedIn);
    const narrow = resolveNarrow(state, undefined, wanted.narrow, clock.now());
    if (isLeft(narrow)) return narrow;
    const anchor =
      typeof wanted.anchor === "number"
        ? Math.min(Math.max(wanted.anchor, 0), beyondNewest)
        : wanted.anchor === "oldest"
          ? 0
          : beyondNewest;
    const scope = { kind: "channels", conversationIds } as const;
    const page = await messagePage(messages, realmId, wanted, { scope, narrow: narrow.right, anchor });
    return right({ ...page, messages: page.messages.map(asRead) });
  };

/** One message of such a channel. */
export const fetchPublicMessage =
  ({ directory, messages }: Ports) =>
  (realmId: number, messageId: number): Result<FlaggedMessage> =>
  async () => {
    const state = await directory.of(realmId);
    const [message] = await messages.byIds(realmId, [messageId]);
    return message && openConversations(state).includes(message.conversation.id)
      ? right(asRead(message))
      : left(notLoggedIn);
  };
