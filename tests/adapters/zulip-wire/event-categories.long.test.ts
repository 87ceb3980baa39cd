import type { EventReader } from "../../../src/adapters/zulip-wire/encode/event-reader";
import { encodeEvent } from "../../../src/adapters/zulip-wire/events/event";
import { categoriesOf } from "../../../src/domain/events/event";
import type { EventQueue } from "../../../src/domain/queues/event-queue";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import type { User } from "../../../src/domain/users/user";
import { aRealmState } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";

const capable = {
  applyMarkdown: true,
  clientGravatar: false,
  includeSubscribers: true,
  slimPresence: false,
  emptyTopicName: true,
  bulkMessageDeletion: true,
  streamTypingNotifications: true,
  includeDeactivatedGroups: true,
  archivedChannels: true,
  userListIncomplete: false,
  simplifiedPresence: true,
  individualEmojiChanges: true,
  linkifierUrlTemplate: true,
};

const readerOf = (state: RealmState, user: User, categories: EventQueue["categories"]): EventReader => ({
  user,
  state,
  queue: {
    id: "q",
    userId: user.id,
    narrow: [],
    categories,
    allPublicChannels: false,
    presentation: capable,
    idleTimeoutSeconds: 600,
    startsAfter: 0,
  },
  presentation: capable,
  clientGravatar: false,
  realm: { id: 1, subdomain: "", url: "http://a.test", host: "a.test", webhookTokenOf: () => "token" },
  offeredLogins: [],
  topicLinks: { linksIn: () => [] },
  flags: new Map(),
  userTopics: [],
  now: 0,
});

test("asking for an event's categories delivers everything about it", () => {
  let received = 0;
  fc.assert(
    fc.property(someSteps, (steps) => {
      let before = aRealmState();
      for (const event of historyOf(steps)) {
        const after = apply(before, event);
        for (const user of after.users.values()) {
          const heard = (categories: EventQueue["categories"]) =>
            [...encodeEvent({ position: 1, before, event }, readerOf(after, user, categories), 0)].length;
          received += heard(null);
          expect({ type: event.type, words: heard(categoriesOf(event)) }).toEqual({
            type: event.type,
            words: heard(null),
          });
        }
        before = after;
      }
    }),
    { numRuns: 60 },
  );
  expect(received).toBeGreaterThan(60);
});
