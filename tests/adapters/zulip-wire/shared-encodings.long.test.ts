import type { EventReader } from "../../../src/adapters/zulip-wire/encode/event-reader";
import type { Presentation } from "../../../src/adapters/zulip-wire/encode/presentation";
import type { EncodedEvent } from "../../../src/adapters/zulip-wire/events/encoded-event";
import { encodeEvent } from "../../../src/adapters/zulip-wire/events/event";
import { encodeSignal } from "../../../src/adapters/zulip-wire/events/signal";
import { newSubscription } from "../../../src/domain/channels/subscription";
import { compactIds } from "../../../src/domain/collections/compact-ids";
import type { RealmEvent } from "../../../src/domain/events/event";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import type { Flag } from "../../../src/domain/messages/read-state";
import type { Signal } from "../../../src/domain/queues/signal";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { roles } from "../../../src/domain/users/role";
import type { User } from "../../../src/domain/users/user";
import {
  aChannel,
  aGroup,
  aQueue,
  aRealm,
  aRealmState,
  aUser,
  channelConversation,
} from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";

const newest: Presentation = {
  applyMarkdown: true,
  clientGravatar: true,
  includeSubscribers: true,
  slimPresence: true,
  emptyTopicName: true,
  bulkMessageDeletion: true,
  streamTypingNotifications: true,
  includeDeactivatedGroups: true,
  archivedChannels: true,
  userListIncomplete: true,
  simplifiedPresence: true,
  individualEmojiChanges: true,
  linkifierUrlTemplate: true,
};
const oldest = Object.fromEntries(
  Object.keys(newest).map((name) => [name, false]),
) as unknown as Presentation;
const clients: readonly Presentation[] = [
  newest,
  oldest,
  { ...newest, emptyTopicName: false },
  { ...newest, bulkMessageDeletion: false, archivedChannels: false },
];
const flagsOf: readonly (readonly Flag[])[] = [[], ["read"], ["starred", "mentioned"]];

/** The entries that the reader receives, and not where their encoding may pause. */
const eventsFor = (...args: Parameters<typeof encodeEvent>): readonly EncodedEvent[] =>
  [...encodeEvent(...args)].filter((one) => one !== undefined);

/** Two clients of each user, among them twins that receive the same. */
const readersOf = (state: RealmState): readonly EventReader[] =>
  [...state.users.values()].flatMap((user) =>
    clients.flatMap((presentation, client) =>
      [null, ["edited_messages", "user", "subscription"] as const].map((categories) =>
        readerOf(state, user, presentation, flagsOf[(user.id + client) % flagsOf.length] ?? [], categories),
      ),
    ),
  );

const readerOf = (
  state: RealmState,
  user: User,
  presentation: Presentation,
  flags: readonly Flag[],
  categories: EventReader["queue"]["categories"],
): EventReader => ({
  user,
  state,
  queue: aQueue({ userId: user.id, categories }),
  presentation,
  clientGravatar: presentation.clientGravatar,
  realm: { id: 1, subdomain: "", url: "http://a.test", host: "a.test", webhookTokenOf: () => "token" },
  offeredLogins: [],
  topicLinks: { linksIn: () => [] },
  flags: { get: () => flags } as never,
  userTopics: [],
  now: 1_700_000_000_000,
});

/** People of each role who take part in nothing, and three of a random history. Guests see only people they share a channel with. */
const strangers = roles.flatMap((role, index) =>
  [20, 40].map((first) => aUser({ id: first + index, email: `${first + index}@example.com`, role })),
);

test("what readers share of an event is what each of them would receive alone", () => {
  const sharedTypes = new Set<string>();
  const realm = aRealm();
  const limited = { ...realm.permissions, canAccessAllUsersGroup: onlyUser(20) };
  fc.assert(
    fc.property(someSteps, fc.boolean(), (steps, areGuestsLimited) => {
      let before = aRealmState({
        users: strangers,
        ...(areGuestsLimited && { realm: { ...realm, permissions: limited } }),
      });
      for (const [index, event] of historyOf(steps).entries()) {
        const after = apply(before, event);
        const seen = new Set<unknown>();
        for (const reader of readersOf(after)) {
          const together = eventsFor({ position: index, before, event }, reader, 0);
          // A copy of the event shares nothing.
          const alone = eventsFor({ position: index, before, event: { ...event } }, reader, 0);
          const { role, id } = reader.user;
          expect({ type: event.type, role, id, heard: together.map(({ text }) => text) }).toEqual({
            type: event.type,
            role,
            id,
            heard: alone.map(({ text }) => text),
          });
          for (const one of together) {
            if (seen.has(one)) sharedTypes.add(event.type);
            seen.add(one);
          }
        }
        before = after;
      }
    }),
    { numRuns: 40 },
  );
  expect(sharedTypes.size).toBeGreaterThan(25);
});

test("signals are shared by those who see their people alike", () => {
  const person = aUser({
    id: 1,
    email: "ada@example.com",
    settings: { ...aUser({ id: 1 }).settings, emailAddressVisibility: "moderators" },
  });
  const realm = aRealm();
  const state = aRealmState({
    users: [person, ...strangers],
    realm: { ...realm, permissions: { ...realm.permissions, canAccessAllUsersGroup: onlyUser(20) } },
  });
  const signals: readonly Signal[] = [
    { type: "typing", op: "start", userId: 1, place: { kind: "channel", channelId: 9, topic: "" } },
    { type: "typing", op: "start", userId: 1, place: { kind: "direct", participants: [1, 20, 21] } },
    {
      type: "presence_changed",
      userId: 1,
      presence: { activeAt: 1_699_999_990, idleAt: 1_699_999_999 },
      isArrival: false,
    },
  ];
  for (const signal of signals) {
    const seen = new Set<unknown>();
    for (const reader of readersOf(state)) {
      const together = encodeSignal({ eventId: 5, signal, state }, reader);
      expect(together.text).toBe(encodeSignal({ eventId: 5, signal: { ...signal }, state }, reader).text);
      expect(encodeSignal({ eventId: 6, signal, state }, reader).id).toBe(6);
      seen.add(together.text);
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(seen.size).toBeLessThan(readersOf(state).length / 4);
  }
});

/** How many different objects, and different texts, readers receive. Each receives the texts that it would receive alone. */
const differences = (
  before: RealmState,
  event: RealmEvent,
  people: readonly number[],
  categories: EventReader["queue"]["categories"] = null,
): { readonly objects: number; readonly texts: number; readonly heard: readonly string[][] } => {
  const state = apply(before, event);
  const objects = new Set<unknown>();
  const heard = people.map((id) => {
    const user = state.users.get(id);
    if (user === undefined) throw new Error(`There is no user ${id}`);
    const reader = readerOf(state, user, newest, [], categories);
    const together = eventsFor({ position: 1, before, event }, reader, 0);
    const alone = eventsFor({ position: 1, before, event: { ...event } }, reader, 0);
    expect(together.map(({ text }) => text)).toEqual(alone.map(({ text }) => text));
    for (const one of together) objects.add(one);
    return together.map(({ text }) => text);
  });
  return { objects: objects.size, texts: new Set(heard.flat()).size, heard };
};

/** Members 1 to 9, and guests 11 to 19 who see only their fellows. The even ones are in a private channel with member 1. */
const club = (more: Partial<Parameters<typeof aRealmState>[0]> = {}): RealmState => {
  const realm = aRealm();
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19];
  const channel = aChannel({ id: 5, conversationId: 105, privacy: "private", creatorId: 3 });
  return aRealmState({
    realm: { ...realm, permissions: { ...realm.permissions, canAccessAllUsersGroup: onlyUser(3) } },
    users: ids.map((id) => aUser({ id, email: `${id}@example.com`, role: id < 10 ? "member" : "guest" })),
    channels: [channel],
    subscriptions: [1, ...ids.filter((id) => id % 2 === 0)].map((id) =>
      newSubscription(id, channel, "#aaaaaa"),
    ),
    ...more,
  });
};
const inside = [2, 4, 6, 8];
const outside = [5, 7, 9];
const knowing = [12, 14, 16, 18];
const strange = [11, 13, 15, 17];

test("those who see as much of an account share the events of its deactivation and return, and nobody else does", () => {
  const start = club();
  const gone = { type: "user_deactivated", userId: 1, firstMessageId: 1 } as const;
  const back = { type: "user_reactivated", userId: 1, firstMessageId: 1, apiKeyVersion: 2 } as const;
  for (const [state, event] of [
    [start, gone],
    [apply(start, gone), back],
  ] as const) {
    const kinds = [inside, outside, knowing, strange].map((people) => differences(state, event, people));
    for (const { objects, texts } of kinds) expect(objects).toBe(texts);
    const [forMembers, forOthers, forKnowing, forStrange] = kinds.map(({ heard }) => heard[0]?.join());
    expect(forMembers).toContain('"peer_');
    expect(forOthers).not.toContain('"peer_');
    expect(forKnowing).not.toBe(forMembers);
    expect(forStrange).toBe("");
    // All of them at once: nobody receives what was made for readers with other rights.
    differences(state, event, [...inside, ...strange, ...outside, ...knowing]);
  }
});

test("a setting that names the account is encoded for each limited guest alone", () => {
  // One of the guests talks with one of the others whom the setting names.
  const start = club({ acquaintances: [{ guestId: 14, userIds: [3] }] });
  const event = { type: "user_deactivated", userId: 1, firstMessageId: 1 } as const;
  const canMentionGroup = { directMembers: [1, 3, 12], directSubgroups: [] };
  const group = aGroup({ permissions: { ...aGroup().permissions, canMentionGroup } });
  const state = apply(start, { type: "group_created", group });
  const { objects, texts } = differences(state, event, inside);
  expect(objects).toBe(texts);
  const { heard } = differences(state, event, [...inside, ...knowing]);
  const named = heard.map((texts) => texts.join().match(/"direct_members":(\[[^\]]*\])/)?.[1]);
  expect(named).toEqual(["[3,12]", "[3,12]", "[3,12]", "[3,12]", "[12]", "[3,12]", "[12]", "[12]"]);
});

test("limited guests who see a user share the user's changes", () => {
  const state = club();
  const event = { type: "user_changed", userId: 1, change: { fullName: "Anna" } } as const;
  expect(differences(state, event, knowing)).toMatchObject({ objects: 1, texts: 1 });
  const created = { type: "user_created", user: aUser({ id: 21, email: "21@example.com" }) } as const;
  expect(
    differences(state, created, [...inside, ...knowing, ...strange]).heard.map(({ length }) => length > 0),
  ).toEqual([true, true, true, true, false, false, false, false, false, false, false, false]);
});

test("those whose policies for a moved topic change alike share the events, without their muted topics", () => {
  const event = {
    type: "topic_policies_carried",
    from: { channelId: 5, topic: "a" },
    to: { channelId: 5, topic: "b" },
    carried: [
      { userIds: compactIds([2, 4]), hadPolicy: true, policy: "followed" },
      { userIds: compactIds([6, 8]), hadPolicy: true },
    ],
    setAt: 1,
  } as const;
  const state = club();
  expect(differences(state, event, [2, 4, 6, 8, 12], ["user_topic"])).toMatchObject({
    objects: 3,
    texts: 3,
    heard: { length: 5 },
  });
  expect(differences(state, event, [2, 4], null).objects).toBe(8);
  expect(differences(state, event, [2, 4], ["muted_topics"]).objects).toBe(4);
});

test("only those left behind by a move learn that its messages are read", () => {
  const channels = [1, 2].map((id) => aChannel({ id, conversationId: id + 100 }));
  const people = [1, 2, 3].map((id) => aUser({ id, email: `${id}@example.com` }));
  const state = aRealmState({ users: people, channels });
  const event = {
    type: "messages_moved",
    messageIds: [5, 6],
    chosenId: 5,
    mode: "change_all",
    from: { conversation: channelConversation(1), topic: "a" },
    to: { conversation: channelConversation(2), topic: "a" },
    edit: { userId: 1, editedAt: 1 },
    leftBehind: [2],
    lostBy: [],
  } as const;
  const heard = people.map((user) =>
    eventsFor({ position: 1, before: state, event }, readerOf(state, user, newest, [], null), 0).map(
      ({ text }) => JSON.parse(text).type,
    ),
  );
  expect(heard).toEqual([["update_message"], ["update_message", "update_message_flags"], ["update_message"]]);
});
