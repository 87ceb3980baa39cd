import { isLeft, right } from "fp-ts/Either";
import type { Narrow } from "../../domain/narrow";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader, MessageScope } from "../ports/message-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { scopeOf, withFlags } from "./message-access";
import {
  type Anchor,
  beyondNewest,
  type MessagePage,
  type MessagesWanted,
  messagePage,
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
    const narrow = resolveNarrow(state, user.right, wanted.narrow, clock.now());
    if (isLeft(narrow)) return narrow;
    const scope = scopeOf(state, user.right, narrow.right, clock.now());
    const anchor = await anchorId(messages, realmId, userId, wanted.anchor, scope, narrow.right);
    const page = await messagePage(messages, realmId, wanted, { scope, narrow: narrow.right, anchor });
    return right({ ...page, messages: await withFlags(readStates, realmId, userId, page.messages) });
  };

const anchorId = async (
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
      return Math.min(Math.max(anchor, 0), beyondNewest);
  }
};
