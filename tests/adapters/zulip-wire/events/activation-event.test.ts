import { encodeFetchedEvents } from "../../../../src/adapters/zulip-wire/events/fetched-events";
import { newSubscription } from "../../../../src/domain/channels/subscription";
import { onlyUser } from "../../../../src/domain/groups/group-setting";
import { canSeeChannel } from "../../../../src/domain/policy/channel-access";
import { apply } from "../../../../src/domain/state/apply";
import { IdSet } from "../../../../src/domain/state/id-set";
import { RealmState } from "../../../../src/domain/state/realm-state";
import { aChannel, aQueue, aRealmState, aUser } from "../../../support/builders/entities";

const leaverId = 1000;

/** Somebody in all of some channels leaves and returns. */
const town = (channelCount: number, readerCount: number) => {
  const channels = Array.from({ length: channelCount }, (_, index) => {
    const channel = aChannel({
      id: index + 1,
      conversationId: index + 1,
      name: `channel ${index}`,
      privacy: (["public", "private", "web-public"] as const)[index % 3] ?? "public",
    });
    const named = index % 5 === 0 ? { canAddSubscribersGroup: onlyUser((index % readerCount) + 1) } : {};
    return { ...channel, permissions: { ...channel.permissions, ...named } };
  });
  const roles = ["member", "guest", "administrator", "moderator"] as const;
  const readers = Array.from({ length: readerCount }, (_, index) =>
    aUser({ id: index + 1, email: `${index}@example.com`, role: roles[index % 4] ?? "member" }),
  );
  const subscriptions = [
    ...channels.map((channel) => newSubscription(leaverId, channel, "#aaaaaa")),
    ...readers.flatMap(({ id }) =>
      channels
        .filter((channel) => channel.id % 7 === id % 7)
        .map((one) => newSubscription(id, one, "#aaaaaa")),
    ),
  ];
  const users = [...readers, aUser({ id: leaverId, email: "leaver@example.com" })];
  const before = aRealmState({ users, channels, subscriptions });
  const event = { type: "user_deactivated", userId: leaverId, firstMessageId: 1 } as const;
  const after = apply(before, event);
  const step = { position: 5, before, event, after };
  const channelsToldTo = async (userId: number): Promise<unknown> => {
    const fetched = {
      queue: aQueue({ userId, categories: ["subscription"] }),
      afterId: 0,
      items: [step],
      heartbeatId: undefined,
      flags: new Map(),
      userTopics: [],
      isOver: false,
    };
    const facts = { realm: {}, server: { offeredLogins: [] }, now: Date.now } as never;
    const [word] = await encodeFetchedEvents(fetched, facts, {} as never);
    return JSON.parse(word?.text ?? "{}").stream_ids ?? [];
  };
  return { after, channels, readers, channelsToldTo };
};

test("readers learn that an account left the channels that they can see", async () => {
  const { after, channels, readers, channelsToldTo } = town(60, 12);
  for (const reader of readers)
    expect([reader.id, await channelsToldTo(reader.id)]).toEqual([
      reader.id,
      channels.filter((channel) => canSeeChannel(after, reader, channel, Date.now())).map(({ id }) => id),
    ]);
});

test("one more reader doesn't look at each channel of the account again", async () => {
  const { readers, channelsToldTo } = town(500, 40);
  const looks = jest.spyOn(RealmState.prototype, "subscribers");
  for (const { id } of readers) await channelsToldTo(id);
  expect(looks.mock.calls.length).toBeLessThan(1000);
});

/** How often sets of people are subtracted while a reader learns that an account is back, which a setting names. */
const subtractions = async (namedId: number): Promise<number> => {
  const state = town(60, 12).after;
  const channels = [...state.channels.values()].map((channel) => ({
    ...channel,
    permissions: { ...channel.permissions, canAddSubscribersGroup: onlyUser(namedId) },
  }));
  const subscriptions = channels.map((channel) => newSubscription(leaverId, channel, "#aaaaaa"));
  const before = aRealmState({ users: [...state.users.values()], channels, subscriptions });
  const event = { type: "user_reactivated", userId: leaverId, firstMessageId: 1, apiKeyVersion: 1 } as const;
  const step = { position: 5, before, event, after: apply(before, event) };
  const fetched = {
    queue: aQueue({ userId: 1, categories: ["subscription", "channel"] }),
    afterId: 0,
    items: [step],
    heartbeatId: undefined,
    flags: new Map(),
    userTopics: [],
    isOver: false,
  };
  const subtracted = jest.spyOn(IdSet.prototype, "minus");
  await encodeFetchedEvents(
    fetched,
    { realm: {}, server: { offeredLogins: [] }, now: Date.now } as never,
    {} as never,
  );
  const { length } = subtracted.mock.calls;
  subtracted.mockRestore();
  return length;
};

test("viewers are found once for the channels of an account and those whose settings name it", async () => {
  const ofOthers = await subtractions(1);
  expect(await subtractions(leaverId)).toBe(ofOthers);
  expect(ofOthers).toBeGreaterThan(0);
});
