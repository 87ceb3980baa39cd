import { type MessageList, messageList } from "../../web/src/store/message-list";
import { createMessageStore } from "../../web/src/store/messages";
import type { Narrow } from "../../web/src/store/narrow";
import type { ServerEvent } from "../../web/src/wire/event";
import type { Channel } from "../../web/src/wire/wire";

let list: MessageList;

beforeEach(() => {
  list = messageList([{ operator: "is", operand: "starred" }], createMessageStore(), {
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

test("a list is fetched again when a channel with messages becomes visible", () => {
  list.apply(comesIntoSight(17));
  expect(list.run.value?.isStale).toBe(true);
});

test("a list isn't fetched again for a new channel", () => {
  list.apply(comesIntoSight(null));
  expect(list.run.value?.isStale).toBe(false);
});

describe("an open list and changes of read access", () => {
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
    [
      "is stale when others are permitted to join the channel",
      permission("can_subscribe_group"),
      channel(3),
      true,
    ],
    [
      "is stale when others are permitted to add subscribers",
      permission("can_add_subscribers_group"),
      [],
      true,
    ],
    [
      "is current when others are permitted to administer the channel, which gives no read access",
      permission("can_administer_channel_group"),
      [],
      false,
    ],
    ["is current when another channel changes", permission("can_subscribe_group"), channel(4), false],
    ["is stale when the user joins a group", joined(1), channel(3), true],
    ["is current when somebody else joins a group", joined(2), channel(3), false],
    ["is stale when a group loses a subgroup", nested, channel(3), true],
    ["of direct messages is current when a group loses a subgroup", nested, direct, false],
  ])("%s", (_, event, narrow, isStale) => {
    const one = messageList(narrow, createMessageStore(), { ownId: 1, isSubscribed: () => true });
    one.run.value = { ids: [], hasOldest: true, hasNewest: true, isStale: false };
    one.apply(event);
    expect(one.run.value?.isStale).toBe(isStale);
  });
});
