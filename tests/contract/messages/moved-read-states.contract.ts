import type { RealmEvent } from "../../../src/domain/events/event";
import {
  aChannel,
  aMessageSent,
  aSubscription,
  aUser,
  channelConversation,
  flagsChanged,
} from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const old = { conversation: channelConversation(1), topic: "lunch" } as const;
const next = { conversation: channelConversation(2), topic: "lunch" } as const;

/** What happens to read states when messages move to another channel. */
export const movedReadStatesContract = (open: OpenPersistence): void => {
  const subscribed = (userId: number, channelId: number, firstMessageId: number): RealmEvent => ({
    type: "subscribed",
    subscriptions: [aSubscription(userId, channelId)],
    firstMessageId,
  });
  const moved = (...messageIds: readonly number[]): RealmEvent => ({
    type: "messages_moved",
    messageIds,
    from: old,
    to: next,
    chosenId: messageIds[0] ?? 0,
    mode: "change_all",
    lostBy: [],
    leftBehind: [],
    edit: { editedAt: 5, userId: 1 },
  });
  /** Messages 1 to 20 in the first channel; user 1 receives them, user 2 subscribes to the second channel afterwards. */
  const founded = async (...events: readonly RealmEvent[]) => {
    const { eventStore, readStates } = open();
    const { id: realmId } = await createRealm(eventStore, [
      ...[1, 2].map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) })),
      ...[1, 2].map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
      subscribed(1, 1, 1),
      ...Array.from({ length: 20 }, (_, index) => aMessageSent({ id: index + 1, ...old })),
      subscribed(2, 2, 21),
      subscribed(1, 2, 21),
      ...events,
    ]);
    const commit = (...more: readonly RealmEvent[]) => commitAll(eventStore, realmId, more);
    const stateOf = async (userId: number) => {
      const [state] = await readStates.statesOf(
        realmId,
        userId,
        Array.from({ length: 20 }, (_, index) => ({ id: index + 1, conversation: next.conversation })),
      );
      return { received: state?.received, read: state?.read };
    };
    return { commit, stateOf };
  };

  test("messages between others leave one range, which covers those that move later", async () => {
    const { commit, stateOf } = await founded();
    await commit(moved(12, 14, 16, 18));
    const covered = {
      received: [[1, 19]],
      read: [[1, 19]],
    };
    expect(await stateOf(2)).toEqual(covered);
    await commit(moved(2, 4, 6));
    expect(await stateOf(2)).toEqual(covered);
  });

  test("who received them but hasn't read them has them unread", async () => {
    const { commit, stateOf } = await founded(
      flagsChanged({ op: "add", messageIds: [14], ranges: [{ conversationId: 1001, ids: [[14, 16]] }] }),
    );
    await commit(moved(12, 14, 16));
    expect(await stateOf(1)).toEqual({
      received: [[1, 17]],
      read: [[13, 15]],
    });
    await commit(moved(2, 4));
    expect((await stateOf(1)).read).toEqual([[13, 15]]);
  });

  test("who read the topic up to a message continues after it", async () => {
    const { commit, stateOf } = await founded(
      flagsChanged({ op: "add", messageIds: [12], ranges: [{ conversationId: 1001, ids: [[1, 13]] }] }),
    );
    await commit(moved(10, 12, 14, 16));
    expect((await stateOf(1)).read).toEqual([[1, 13]]);
    await commit(moved(2, 4));
    expect((await stateOf(1)).read).toEqual([[1, 13]]);
  });

  test("ranges don't reach over the channel's own messages, nor over deleted ones, which may come back", async () => {
    const { commit, stateOf } = await founded(moved(5, 15), {
      type: "messages_deleted",
      ...next,
      messageIds: [15],
      deletedAt: 5000,
    });
    await commit(
      flagsChanged({
        op: "remove",
        userId: 2,
        messageIds: [5, 15],
        ranges: [
          {
            conversationId: 1002,
            ids: [
              [5, 6],
              [15, 16],
            ],
          },
        ],
      }),
    );
    await commit(moved(3, 8, 13, 18));
    expect((await stateOf(2)).read).toEqual([
      [1, 5],
      [6, 15],
      [16, 19],
    ]);
    await commit({ type: "messages_restored", messageIds: [15] });
    expect((await stateOf(2)).read).toEqual([
      [1, 5],
      [6, 15],
      [16, 19],
    ]);
  });
};
