import { isDeepStrictEqual } from "node:util";
import { ChangeSet, type ReadDependency } from "../../../src/application/lanes/change-set";
import { changedData } from "../../../src/application/lanes/changed-data";
import { readDependencies } from "../../../src/application/lanes/read-dependencies";
import type { SecretChange } from "../../../src/application/ports/events/event-store";
import type { LaneReaders } from "../../../src/application/transaction";
import type { Draft } from "../../../src/domain/drafts/draft";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { ScheduledMessage } from "../../../src/domain/scheduled-messages/scheduled-message";
import {
  aMessageSent,
  anAttachment,
  channelConversation,
  flagsChanged,
} from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { channelIds, historyOf, someSteps, topics, userIds } from "../../support/random/histories";
import { historyCount } from "../../support/random/history-count";
import { commitAll, commitBeside, createRealm } from "../../support/storage/commits";
import { aQuestion, conversationIds, everywhere } from "../../support/storage/every-read";
import { memoryPersistence } from "../../support/storage/persistence";

type Question = typeof aQuestion extends fc.Arbitrary<infer One> ? One : never;
type ArgumentsOf<Reader> = {
  readonly [Method in keyof Reader]: Reader[Method] extends (realmId: number, ...args: infer Asked) => unknown
    ? (question: Question) => readonly Asked[]
    : never;
};

/** Rare among random steps: what each user does at the end of a history. */
const lastSteps: readonly RealmEvent[] = userIds.flatMap((userId): readonly RealmEvent[] => {
  const draft: Draft = { id: 900 + userId, place: { kind: "nowhere" }, content: "begun", editedAt: 1 };
  const snippet = { id: 900 + userId, title: "Bye", content: "See you", createdAt: 1 };
  const attachment = anAttachment({ id: 900 + userId, ownerId: userId });
  const scheduled: ScheduledMessage = {
    id: 900 + userId,
    place: { kind: "direct", userIds: [userId] },
    content: `[a.txt](/user_uploads/${attachment.path})`,
    renderedContent: "",
    deliverAt: 1_900_000_000,
    client: "test",
    readBySender: true,
    failure: null,
  };
  const message = { id: 900 + userId, senderId: userId, conversation: channelConversation(1) };
  return [
    { type: "attachment_added", userId, attachment, spaceUsed: 5 },
    // From then on its file isn't an orphan.
    { type: "scheduled_set", userId, scheduled, isNew: true },
    { type: "scheduled_removed", userId, scheduledId: scheduled.id },
    { type: "attachment_removed", userId, attachmentId: attachment.id, size: attachment.size, spaceUsed: 0 },
    aMessageSent({ ...message, readBySender: true }),
    flagsChanged({
      userId,
      op: "remove",
      messageIds: [message.id],
      ranges: [{ conversationId: message.conversation.id, ids: [[message.id, message.id + 1]] }],
    }),
    { type: "call_token_changed", userId, provider: "zoom", isThere: true },
    { type: "call_token_changed", userId, provider: "zoom", isThere: false },
    ...[true, false].map(
      (isMuted): RealmEvent => ({
        type: "subscriptions_changed",
        userId,
        changes: channelIds.map((channelId) => ({ channelId, change: { isMuted } })),
      }),
    ),
    { type: "drafts_added", userId, drafts: [draft] },
    { type: "draft_changed", userId, draft: { ...draft, content: "changed" } },
    { type: "draft_removed", userId, draftId: draft.id },
    { type: "snippet_added", userId, snippet },
    { type: "snippet_changed", userId, snippet: { ...snippet, content: "Until tomorrow" } },
    { type: "snippet_removed", userId, snippetId: snippet.id },
    { type: "user_deactivated", userId, firstMessageId: 50 },
    { type: "user_reactivated", userId, firstMessageId: 60, apiKeyVersion: 99 },
  ];
});

/** What is stored beside the event, in the same commit. */
const secretsOf = (event: RealmEvent): readonly SecretChange[] =>
  event.type === "call_token_changed"
    ? [
        {
          kind: "call_token",
          userId: event.userId,
          provider: event.provider,
          sealed: event.isThere ? "sealed" : null,
        },
      ]
    : [];

const ofUser = ({ userId }: Question): readonly [[number]] => [[userId]];
const someIds = ({ anchor }: Question): number[] => [1, 2, anchor % 9];

const inTopics = <A>(ask: (channelId: number, topic: string) => A): A[] =>
  channelIds.flatMap((channelId) => topics.map((topic) => ask(channelId, topic.toUpperCase())));

/** What to ask each reader. The compiler requires every read of the lane. */
const questions: { readonly [Name in keyof LaneReaders]: ArgumentsOf<LaneReaders[Name]> } = {
  messages: {
    byIds: (question) => [[someIds(question)], [[3, 4, 5, 6, 7, 8]], [[901, 902, 903]]],
    headsOf: (question) => [[someIds(question)], [[3, 4, 5, 6, 7, 8]], [[901, 902, 903]]],
    firstIds: () => [[conversationIds]],
    hasNamedTopics: () => [[1002], [1003]],
    hasTopic: () => topics.map((topic) => [1002, topic]),
    inTopic: ({ scope, before }) =>
      topics.map((topic) => [{ conversationId: 1001, topic, scope }, before + 1] as const),
    idsBefore: ({ anchor }) => [
      [conversationIds.map((conversationId) => ({ conversationId, id: anchor % 9 }))],
    ],
    newestSentAt: () => [[conversationIds]],
    attachedSoFar: ({ anchor, userId }) => [[anchor % 9, userId]],
    ownReactions: ({ anchor, userId }) => [[anchor % 9, userId]],
    reactionsSoFar: ({ anchor, userId }) => [[anchor % 9, userId, { name: "car" }]],
    sentBefore: ({ anchor, before, after }) => [
      [1001, 1_700_000_000 + anchor, before, after],
      ["direct", 1_700_000_000 + anchor, before, after],
    ],
    sentBy: ({ userId, before }) => [[userId, before, 100]],
    unreadIds: ({ userId, anchor }) => [
      [
        userId,
        conversationIds.map((conversationId) => ({ conversationId, from: anchor - 9, to: anchor })),
        100,
      ],
    ],
  },
  readStates: {
    statesOf: ({ userId }) => [[userId, everywhere([1, 2, 3, 4, 5, 6, 7, 8])]],
    conversationsToRead: ({ userId, anchor }) => [[userId, anchor]],
    flagsOf: ({ userId }) => [[userId, [1, 2, 3, 4, 5, 6, 7, 8]]],
    receiversAmong: ({ userId, anchor }) =>
      channelIds.map((channelId) => [
        { id: anchor % 9, conversation: { kind: "channel", id: channelId + 1000, channelId } },
        [userId],
      ]),
    exceptionalReceipts: (question) => channelIds.map((channelId) => [channelId, someIds(question)]),
    usersWithFlags: (question) => [[someIds(question)]],
    mentionedIn: ({ anchor }) => [[anchor % 9, 0, 100]],
  },
  directConversations: { between: () => [[[1, 2]], [[1, 2, 3]]], peopleIn: ofUser },
  userData: {
    callProviders: ofUser,
    drafts: ofUser,
    usageOf: ({ userId }) => [
      [[userId], "drafts"],
      [[userId], "topics"],
    ],
    navigationViews: ofUser,
    reminders: ofUser,
    scheduled: ofUser,
    seenSteps: ofUser,
    snippets: ofUser,
    topicPolicy: ({ userId }) => inTopics((channelId, topic) => [userId, channelId, topic] as const),
    topicPolicies: () => inTopics((channelId, topic) => [channelId, topic, 0, 100] as const),
  },
  attachments: {
    byPaths: ({ anchor }) => [[[anchor % 9, 901, 902, 903].map((id) => anAttachment({ id }).path)]],
    byId: ({ anchor }) => [[anchor % 9]],
    sharing: ({ before, after }) => [[before, after + 1]],
    newestSharing: ({ before, scope }) => [[before, scope]],
    sharedBy: ({ anchor }) => [[anchor % 9]],
    spaceUsed: () => [[]],
    orphans: ({ after }) => [
      [1_800_000_000_000, after],
      [1_800_000_000_000, 100],
    ],
  },
  credentials: {
    passwordHash: ofUser,
    lastPasswordHashes: ({ userId }) => [[userId, 5]],
    secondFactors: ofUser,
    recoveryCodes: ofUser,
    callToken: ({ userId }) => [[userId, "zoom"]],
  },
};

interface Read {
  readonly name: string;
  readonly dependencies: readonly ReadDependency[];
  readonly ask: () => Promise<unknown>;
}

/** Functions by reader and method, without their types. */
type Untyped<Returned> = Readonly<
  Record<string, Readonly<Record<string, (...args: readonly unknown[]) => Returned>>>
>;

/** Every read that a question leads to. */
const readsFor = (readers: LaneReaders, realmId: number, question: Question): Read[] => {
  const asking = readers as unknown as Untyped<Promise<unknown>>;
  const dependencies = readDependencies as unknown as Untyped<readonly ReadDependency[]>;
  return Object.entries(questions as unknown as Untyped<readonly (readonly unknown[])[]>).flatMap(
    ([reader, methods]) =>
      Object.entries(methods).flatMap(([method, asked]) =>
        asked(question).map((args) => ({
          name: `${reader}.${method}`,
          dependencies: dependencies[reader]?.[method]?.(realmId, ...args) ?? [],
          ask: async () => asking[reader]?.[method]?.(realmId, ...args),
        })),
      ),
  );
};

test("whenever an event changes the answer to a read, it changes something that the read depends on", async () => {
  const asked = fc.tuple(...userIds.map((userId) => aQuestion.map((one) => ({ ...one, userId }))));
  const changed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(someSteps, asked, async (steps, all) => {
      const persistence = memoryPersistence();
      const { id } = await createRealm(persistence.eventStore);
      const reads = all.flatMap((question) => readsFor(persistence, id, question));
      const answers = () => Promise.all(reads.map(({ ask }) => ask()));
      let before = await answers();
      for (const event of [...historyOf(steps), ...lastSteps]) {
        await commitBeside(persistence.eventStore, id, { secrets: secretsOf(event) });
        await commitAll(persistence.eventStore, id, [event]);
        const after = await answers();
        const changes = new ChangeSet();
        for (const data of changedData(event)) changes.add(data);
        for (const [index, read] of reads.entries()) {
          if (isDeepStrictEqual(before[index], after[index])) continue;
          changed.add(read.name);
          const { name } = read;
          expect({ event, name, isMet: changes.meet(read.dependencies) }).toEqual({
            event,
            name,
            isMet: true,
          });
        }
        before = after;
      }
    }),
    { numRuns: historyCount(20) },
  );
  expect(changed.size).toBeGreaterThan(Math.min(20, historyCount(20)));
  const fixed = [
    "attachments.byPaths",
    "attachments.orphans",
    "credentials.callToken",
    "userData.callProviders",
  ];
  expect([...changed]).toEqual(expect.arrayContaining(fixed));
}, 600_000);
