import { isLeft, right } from "fp-ts/Either";
import type { Message } from "../../domain/message";
import type { Narrow } from "../../domain/narrow";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MessageScope } from "../ports/message-scope";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { followWith } from "./follow-with";
import { readableMessages, scopeOf, withFlags } from "./message-access";
import {
  type Anchor,
  beyondNewest,
  type MessagePage,
  type MessagesWanted,
  messagePage,
  readByParts,
} from "./message-page";
import { resolveNarrow } from "./narrow-input";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The messages around an anchor in a narrow, with the reader's flags. */
export const fetchMessages =
  ({ directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, wanted: MessagesWanted): Result<MessagePage> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const now = clock.now();
    const input = await followWith({ state, now, messages, readStates }, user.right, wanted.narrow);
    if (isLeft(input)) return input;
    const narrow = resolveNarrow(state, user.right, input.right, now);
    if (isLeft(narrow)) return narrow;
    if (wanted.messageIds !== undefined) {
      const found = await readByParts(wanted.messageIds, (ids) =>
        readableMessages({ state, now, messages, readStates }, user.right, ids),
      );
      if (isLeft(found)) return found;
      const matching = await inNarrow(messages, realmId, found.right, narrow.right);
      return right({ ...wholePage, messages: await withFlags(readStates, realmId, userId, matching) });
    }
    const scope = scopeOf(state, user.right, narrow.right, clock.now());
    const anchor = await anchorId(messages, realmId, userId, wanted.anchor, scope, narrow.right);
    const page = await messagePage(messages, realmId, wanted, { scope, narrow: narrow.right, anchor });
    return right({ ...page, messages: await withFlags(readStates, realmId, userId, page.messages) });
  };

/** Those of messages that a narrow holds. */
export const inNarrow = async (
  reader: MessageReader,
  realmId: number,
  messages: readonly Message[],
  narrow: Narrow,
): Promise<readonly Message[]> => {
  const ids = messages.map(({ id }) => id);
  const matching = await reader.among(realmId, ids, narrow);
  return messages.filter(({ id }) => matching.has(id));
};

/** What there is to tell of messages that were asked for by id. */
export const wholePage = { anchor: 0, foundAnchor: false, foundOldest: true, foundNewest: true } as const;

/** The message id that an anchor stands for. */
export const anchorId = async (
  messages: MessageReader,
  realmId: number,
  userId: number,
  anchor: Anchor,
  scope: MessageScope,
  narrow: Narrow,
): Promise<number> => {
  switch (anchor) {
    case "newest":
      return beyondNewest;
    case "oldest":
      return 0;
    case "first_unread":
      return (await messages.firstUnreadId(realmId, userId, scope, narrow)) ?? beyondNewest;
    default:
      if (typeof anchor === "object") return (await messages.idAt(realmId, anchor.time)) ?? beyondNewest;
      return Math.min(Math.max(anchor, 0), beyondNewest);
  }
};
