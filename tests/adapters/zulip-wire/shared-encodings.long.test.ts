import type { EventReader } from "../../../src/adapters/zulip-wire/encode/event-reader";
import type { Presentation } from "../../../src/adapters/zulip-wire/encode/presentation";
import { encodeEvent } from "../../../src/adapters/zulip-wire/events/event";
import { encodeSignal } from "../../../src/adapters/zulip-wire/events/signal";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import type { Flag } from "../../../src/domain/messages/read-state";
import type { Signal } from "../../../src/domain/queues/signal";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { roles } from "../../../src/domain/users/role";
import type { User } from "../../../src/domain/users/user";
import {
  aChannel,
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
          const together = [...encodeEvent({ position: index, before, event }, reader, 0)];
          // A copy of the event shares nothing.
          const alone = [...encodeEvent({ position: index, before, event: { ...event } }, reader, 0)];
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
    [...encodeEvent({ position: 1, before: state, event }, readerOf(state, user, newest, [], null), 0)].map(
      ({ text }) => JSON.parse(text).type,
    ),
  );
  expect(heard).toEqual([["update_message"], ["update_message", "update_message_flags"], ["update_message"]]);
});
