import { isLeft, left, right } from "fp-ts/Either";
import { isOpenToSpectators } from "../../domain/channel-access";
import { notLoggedIn } from "../../domain/errors";
import type { Message } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import { anchorId, inNarrow, wholePage } from "./fetch-messages";
import type { FlaggedMessage } from "./message-access";
import {
  beyondNewest,
  type MessagePage,
  type MessagesWanted,
  messagePage,
  readByParts,
} from "./message-page";
import { type NarrowInput, resolveNarrow } from "./narrow-input";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** What people without an account may narrow by. */
const openOperators: ReadonlySet<string> = new Set([
  "channel",
  "channels",
  "topic",
  "sender",
  "has",
  "search",
  "near",
  "id",
]);

/** No user's id. */
const nobody = 0;

const asksForPublic = (narrow: readonly NarrowInput[]): boolean =>
  narrow.every(({ operator }) => openOperators.has(operator)) &&
  narrow.some(
    ({ operator, operand, negated }) => !negated && operator === "channels" && operand === "web-public",
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
    const scope = { kind: "channels", conversationIds } as const;
    if (wanted.messageIds !== undefined) {
      const named = await readByParts(wanted.messageIds, async (ids) =>
        (await messages.byIds(realmId, ids)).filter(({ conversation }) =>
          conversationIds.includes(conversation.id),
        ),
      );
      if (isLeft(named)) return named;
      const matching = await inNarrow(messages, realmId, named.right, narrow.right);
      return right({ ...wholePage, messages: matching.map(asRead) });
    }
    const anchor =
      wanted.anchor === "first_unread"
        ? beyondNewest
        : await anchorId(messages, realmId, nobody, wanted.anchor, scope, narrow.right);
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
