import type { ServerEvent } from "../../web/src/api/event";
import type { Channel } from "../../web/src/api/wire";
import { type MessageList, messageList } from "../../web/src/store/message-list";
import { messageBook } from "../../web/src/store/messages";
import type { Narrow } from "../../web/src/store/narrow";

let list: MessageList;

beforeEach(() => {
  list = messageList([{ operator: "is", operand: "starred" }], messageBook(), {
    ownId: 1,
    isSubscribed: () => true,
  });
  list.run.value = { ids: [], hasOldest: true, hasNewest: true, isStale: false };
});

const comesIntoSight = (first_message_id: number | null): ServerEvent => ({
  type: "stream",
  op: "create",
  streams: [{ stream_id: 3, name: "lunch", first_message_id } as Channel],
});

test("a channel with messages that comes into sight may bring some: the list is fetched anew", () => {
  list.apply(comesIntoSight(17));
  expect(list.run.value?.isStale).toBe(true);
});

test("a new channel brings none", () => {
  list.apply(comesIntoSight(null));
  expect(list.run.value?.isStale).toBe(false);
});

describe("a list of what may be read in channels is fetched anew when others may be read", () => {
  const permission = (property: string): ServerEvent => ({
    type: "stream",
    op: "update",
    stream_id: 3,
    property,
    value: 9,
  });
  const joined = (userId: number): ServerEvent => ({
    type: "user_group",
    op: "add_members",
    group_id: 9,
    user_ids: [userId],
  });
  const nested: ServerEvent = {
    type: "user_group",
    op: "remove_subgroups",
    group_id: 9,
    direct_subgroup_ids: [10],
  };
  const channel = (operand: number): Narrow => [{ operator: "channel", operand }];
  const direct: Narrow = [{ operator: "dm", operand: [2] }];

  test.each<readonly [string, ServerEvent, Narrow, boolean]>([
    ["another may join the channel", permission("can_subscribe_group"), channel(3), true],
    ["another may add people to it", permission("can_add_subscribers_group"), [], true],
    [
      "another may administer it, which lets nobody read",
      permission("can_administer_channel_group"),
      [],
      false,
    ],
    ["another channel changes", permission("can_subscribe_group"), channel(4), false],
    ["its reader comes into a group", joined(1), channel(3), true],
    ["somebody else comes into one", joined(2), channel(3), false],
    ["a group leaves another", nested, channel(3), true],
    ["a group leaves another, which is nothing to direct messages", nested, direct, false],
  ])("%s", (_, event, narrow, isStale) => {
    const one = messageList(narrow, messageBook(), { ownId: 1, isSubscribed: () => true });
    one.run.value = { ids: [], hasOldest: true, hasNewest: true, isStale: false };
    one.apply(event);
    expect(one.run.value?.isStale).toBe(isStale);
  });
});
