import * as E from "fp-ts/Either";
import type { RealmId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import type { Narrow } from "../../../domain/narrow/narrow";
import type { RealmState } from "../../../domain/state/realm-state";
import { statesByConversation } from "../../access/message-access";
import { byServer } from "../../caller";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { InTransaction } from "../../transaction";
import { beyondNewest } from "../shared/message-page";
import { applyFlag } from "./apply-flag";
import { sliceSize, unreadIn } from "./unread-slices";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly messages: MessageReader;
}

interface Unwanted {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly narrow: Narrow;
  /** Whether they are still to be marked. */
  readonly isWanted: (state: RealmState) => boolean;
  /** Whether a message still is one of them: it may have moved since it was found. */
  readonly includes: (message: MessageHead) => boolean;
}

/** Marks a user's unread messages in a narrow as read for the server: in slices, the newest first, each in its own commit. */
export const markReadInSlices = async (
  { inTransaction, messages }: Ports,
  { realmId, userId, narrow, isWanted, includes }: Unwanted,
): Promise<void> => {
  let anchor = beyondNewest;
  for (;;) {
    const unread = await unreadIn(messages, { realmId, userId }, narrow, anchor);
    const [oldest] = unread;
    if (oldest === undefined) return;
    await inTransaction(byServer(realmId), async (tx) => {
      if (!isWanted(tx.state)) return E.right(undefined);
      const ids = unread.map(({ id }) => id);
      const slice = (await tx.messages.headsOf(realmId, ids)).filter(includes);
      const states = await statesByConversation(tx.readStates, realmId, userId, slice);
      await applyFlag({ tx, realmId, userId, op: "add", messages: slice, states }, "read");
      return E.right(undefined);
    });
    if (unread.length < sliceSize) return;
    anchor = oldest.id;
  }
};
