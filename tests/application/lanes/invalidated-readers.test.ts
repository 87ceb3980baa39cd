import { invalidatedReaders } from "../../../src/application/lanes/invalidated-readers";
import type { Readers } from "../../../src/application/transaction";
import type { RealmEvent } from "../../../src/domain/events/event";
import fc from "../../support/random/fast-check";
import { channelIds, historyOf, someSteps, userIds } from "../../support/random/histories";
import { historyCount } from "../../support/random/history-count";
import { commitAll, createRealm } from "../../support/storage/commits";
import { answers, aQuestion } from "../../support/storage/every-read";
import { memoryPersistence } from "../../support/storage/persistence";

type Answers = Partial<Readonly<Record<keyof Readers, object>>>;
type SearchWindow = Parameters<Readers["messages"]["heads"]>[1];

const readers: readonly (keyof Readers)[] = [
  "messages",
  "readStates",
  "directConversations",
  "userData",
  "attachments",
  "credentials",
];

/** Rare among random steps: each user mutes each channel, or unmutes it. */
const mutings: readonly RealmEvent[] = userIds.flatMap((userId) =>
  [true, false].map((isMuted) => ({
    type: "subscriptions_changed",
    userId,
    changes: channelIds.map((channelId) => ({ channelId, change: { isMuted } })),
  })),
);

/** Rare among random questions: each user's own view of everything. */
const ownViews = userIds.flatMap((userId) =>
  (["muted", "followed", "unread"] as const).map(
    (operator): SearchWindow => ({
      narrow: [{ operator, userId, negated: false }],
      anchor: 99,
      before: 99,
      after: 9,
      scope: { kind: "channels", conversationIds: channelIds.map((id) => id + 1000) },
    }),
  ),
);

test("every reader whose answer an event changes is among those that the event invalidates", async () => {
  // One question per user: each user also asks what only one of them reads.
  const questions = fc.tuple(...userIds.map((userId) => aQuestion.map((one) => ({ ...one, userId }))));
  const changed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(someSteps, questions, async (steps, asked) => {
      const persistence = memoryPersistence();
      const { id } = await createRealm(persistence.eventStore);
      const ask = () =>
        Promise.all([
          ...asked.map((question): Promise<Answers> => answers(persistence, id, question)),
          ...ownViews.map(
            async (window): Promise<Answers> => ({ messages: await persistence.messages.heads(id, window) }),
          ),
        ]);
      let before = await ask();
      for (const event of [...historyOf(steps), ...mutings]) {
        await commitAll(persistence.eventStore, id, [event]);
        const after = await ask();
        const invalidated = invalidatedReaders(event);
        for (const reader of readers) {
          const [old, now] = [before, after].map((all) => all.map((one) => one[reader]));
          if (!invalidated.includes(reader))
            expect({ event, [reader]: now }).toEqual({ event, [reader]: old });
          else if (JSON.stringify(now) !== JSON.stringify(old)) changed.add(reader);
        }
        before = after;
      }
    }),
    { numRuns: historyCount(20) },
  );
  expect(changed.size).toBeGreaterThan(Math.min(3, historyCount(20) / 5));
}, 600_000);
