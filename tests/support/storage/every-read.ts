import type { MessageScope } from "../../../src/application/ports/messages/message-scope";
import type { PlacedMessage } from "../../../src/application/ports/messages/read-state-reader";
import { countedKinds } from "../../../src/application/ports/users/user-data-reader";
import type { Readers } from "../../../src/application/transaction";
import * as ranges from "../../../src/domain/collections/id-ranges";
import { contentParts } from "../../../src/domain/messages/content-part";
import type { NarrowTerm } from "../../../src/domain/narrow/narrow";
import { aMoment } from "../application/fakes";
import { channelConversation, directConversation } from "../builders/entities";
import fc from "../random/fast-check";
import { channelIds, topics, userIds } from "../random/histories";

export const conversationIds = [...channelIds.map((id) => id + 1000), 2001, 2002, 2003, 2004];
const user = fc.constantFrom(...userIds);
const aTerm: fc.Arbitrary<NarrowTerm> = fc
  .oneof(
    fc.record({ operator: fc.constant("channel" as const), channelId: fc.constantFrom(...channelIds, 9) }),
    fc.record({ operator: fc.constant("channels" as const), channelIds: fc.subarray([...channelIds]) }),
    fc.record({ operator: fc.constant("topic" as const), topic: fc.constantFrom(...topics) }),
    fc.record({ operator: fc.constant("dm" as const), participants: fc.array(user, { minLength: 1 }) }),
    fc.record({ operator: fc.constant("is-dm" as const) }),
    fc.record({ operator: fc.constant("sender" as const), userId: user }),
    fc.record({
      operator: fc.constant("dm-including" as const),
      userIds: fc.array(user, { minLength: 1, maxLength: 2 }),
      onlyGroups: fc.boolean(),
    }),
    fc.record({ operator: fc.constant("is-resolved" as const) }),
    fc.record({ operator: fc.constant("id" as const), messageId: fc.nat(20) }),
    fc.record({
      operator: fc.constant("flagged" as const),
      userId: user,
      flags: fc.subarray(["starred", "collapsed", "mentioned"] as const),
    }),
    fc.record({
      operator: fc.constantFrom("unread" as const, "followed" as const, "muted" as const),
      userId: user,
    }),
    fc.record({ operator: fc.constant("has" as const), what: fc.constantFrom(...contentParts) }),
    fc.record({ operator: fc.constantFrom("anything" as const, "has-reaction" as const) }),
    fc.record({
      operator: fc.constant("search" as const),
      text: fc.constantFrom("hello", '"hello"', "LUNCH", "hello lunch", "absent"),
    }),
  )
  .chain((term) => fc.boolean().map((negated) => ({ ...term, negated })));
const aScope: fc.Arbitrary<MessageScope> = fc.oneof(
  user.map((userId) => ({ kind: "received" as const, userId })),
  fc.record({
    kind: fc.constant("received" as const),
    userId: user,
    allOf: fc.subarray(conversationIds),
    noneOf: fc.subarray(conversationIds),
  }),
  fc.record({
    kind: fc.constant("marked" as const),
    userId: user,
    noneOf: fc.subarray(conversationIds),
    receivedOf: fc.subarray(conversationIds),
  }),
  fc.record({ kind: fc.constant("channels" as const), conversationIds: fc.subarray(conversationIds) }),
);
/** What one user asks of storage. */
export const aQuestion = fc.record({
  userId: user,
  scope: aScope,
  narrow: fc.array(aTerm, { maxLength: 2 }),
  anchor: fc.nat(50),
  before: fc.nat(5),
  after: fc.nat(5),
});
export type Question = typeof aQuestion extends fc.Arbitrary<infer One> ? One : never;

/** Questions of unread messages, with the terms that are looked for in ways of their own. Random ones rarely have both. */
export const unreadQuestions: readonly Question[] = userIds.flatMap((userId) => {
  const is = { userId, negated: false } as const;
  const terms: readonly NarrowTerm[] = [
    { operator: "followed", ...is },
    { operator: "muted", ...is },
    { operator: "muted", userId, negated: true },
    { operator: "flagged", flags: ["mentioned"], ...is },
    { operator: "search", text: "hello", negated: false },
  ];
  return terms.map((term) => ({
    userId,
    scope: { kind: "received", userId },
    narrow: [{ operator: "unread", ...is }, term],
    anchor: 5,
    before: 5,
    after: 5,
  }));
});

/** Questions with several terms, which an index of terms answers. Random ones rarely have each kind. */
export const questionsOfTerms: readonly Question[] = userIds.flatMap((userId) => {
  const positive = { negated: false } as const;
  const search: NarrowTerm = { operator: "search", text: "hello", ...positive };
  const file: NarrowTerm = { operator: "has", what: "attachment", ...positive };
  const sender: NarrowTerm = { operator: "sender", userId, ...positive };
  const narrows: readonly NarrowTerm[][] = [
    [search, sender],
    [{ operator: "search", text: "hello", negated: true }],
    [{ operator: "search", text: '"hello there"', ...positive }],
    [file, { operator: "has-reaction", negated: true }, { operator: "followed", userId, ...positive }],
    [sender, { operator: "channel", channelId: channelIds[0], ...positive }],
    [sender, { operator: "dm", participants: [userId], ...positive }],
    [sender, { operator: "dm-including", userIds: [userId], onlyGroups: false, ...positive }],
  ];
  return narrows.map((narrow) => ({
    userId,
    scope: { kind: "received", userId },
    narrow,
    anchor: 5,
    before: 5,
    after: 5,
  }));
});

const inOrder = <A extends { readonly conversationId: number }>(states: readonly A[]) =>
  [...states].sort((a, b) => a.conversationId - b.conversationId);

/** Who has read each of a user's newest messages. */
const readersOfNewest = async (
  { messages, readStates }: Pick<Readers, "messages" | "readStates">,
  realmId: number,
  userId: number,
) => {
  const scope = { kind: "received", userId } as const;
  const { before } = await messages.heads(realmId, { scope, narrow: [], anchor: 99, before: 6, after: 0 });
  return Promise.all(before.map((head) => readStates.readersOf(realmId, head)));
};

/** The messages, as if each were in all conversations. */
export const everywhere = (ids: readonly number[]): readonly PlacedMessage[] =>
  conversationIds.flatMap((conversationId) => {
    const isChannel = conversationId < 2000;
    const conversation = isChannel
      ? channelConversation(conversationId - 1000)
      : directConversation(conversationId);
    return ids.map((id) => ({ id, conversation }));
  });

/** The states and flags that are read together. */
const togetherOf = async ({ readStates }: Pick<Readers, "readStates">, realmId: number, userId: number) => {
  const { states, flags } = await readStates.statesAndFlagsOf(realmId, userId, everywhere([2, 3, 4]));
  return { states: inOrder(states), flags };
};

/** Every read that a user can cause, by reader. */
export const answers = async (
  { messages, readStates, directConversations, userData, attachments, credentials }: Readers,
  realmId: number,
  { userId, scope, narrow, anchor, before, after }: Question,
): Promise<Readonly<Record<keyof Readers, object>>> => ({
  messages: {
    around: await messages.around(realmId, { scope, narrow, anchor, before, after, enough: 1_000_000 }),
    enough: await messages.around(realmId, { scope, narrow, anchor, before, after, enough: 100 }),
    heads: await messages.heads(realmId, { scope, narrow, anchor, before, after }),
    among: new Set(await messages.among(realmId, [1, 2, 3, 4, 5, 6, 7, 8, 99], narrow)),
    highlighted: await messages.highlighted(realmId, [4, 1, 2, 3], "hello lunch", 40),
    byIdsUpTo: await messages.byIdsUpTo(realmId, [1, 2, 3, anchor], 50 * before),
    byIds: await messages.byIds(realmId, [1, 2, anchor]),
    contents: new Map(await messages.contentsOf(realmId, [1, 2, anchor])),
    idAt: await messages.idAt(realmId, 1_700_000_000 + anchor),
    bySendKey: await messages.idBySendKey(realmId, userId, `key ${anchor}`),
    sentBy: await messages.sentBy(realmId, userId, before, 100),
    firstUnread: await messages.firstUnreadId(realmId, userId, scope, narrow),
    unreadIds: await messages.unreadIds(
      realmId,
      userId,
      conversationIds.map((conversationId) => ({ conversationId, from: anchor - 9, to: anchor })),
      100,
    ),
    newest: await messages.newestId(realmId, userId),
    topics: await messages.topics(realmId, 1001),
    topicsWithin: await messages.topicsWithin(
      realmId,
      1001,
      topics,
      ranges.normalize([
        [before, anchor],
        [anchor + after, Number.POSITIVE_INFINITY],
      ]),
    ),
    participants: await messages.participants(realmId, 1001, "lunch", 100),
    hasTopic: await Promise.all(topics.map((topic) => messages.hasTopic(realmId, 1002, topic))),
    hasNamedTopics: await messages.hasNamedTopics(realmId, 1003),
    inTopic: await messages.inTopic(realmId, { conversationId: 1001, topic: "été", scope }, before),
    old: await messages.sentBefore(realmId, 1001, 1_700_000_000 + anchor, before, after),
    oldDirect: await messages.sentBefore(realmId, "direct", 1_700_000_000 + anchor, before, after),
    counts: await messages.countsSince(realmId, 1_700_000_000 + anchor),
    firstIds: new Map(await messages.firstIds(realmId, conversationIds)),
    idsBefore: new Map(
      await messages.idsBefore(
        realmId,
        conversationIds.map((conversationId) => ({ conversationId, id: anchor })),
      ),
    ),
    newestSentAt: new Map(await messages.newestSentAt(realmId, conversationIds)),
    ownReactions: await messages.ownReactions(realmId, anchor, userId),
    reactionsSoFar: [
      await messages.reactionsSoFar(realmId, anchor, userId, { name: "car" }),
      await messages.reactionsSoFar(realmId, anchor, userId, { code: "1f697", kind: "unicode" }),
    ],
    attachedSoFar: await messages.attachedSoFar(realmId, anchor, userId),
    newestSenders: new Set(await messages.newestSenders(realmId, conversationIds, after)),
    outdated: await messages.renderedBefore(realmId, 2, after, 100),
  },
  userData: {
    drafts: await userData.drafts(realmId, userId),
    snippets: await userData.snippets(realmId, userId),
    usage: await Promise.all(countedKinds.map((kind) => userData.usageOf(realmId, [userId], kind))),
    scheduled: await userData.scheduled(realmId, userId),
    topicPolicies: await Promise.all(
      topics.map((topic) => userData.topicPolicy(realmId, userId, 1, topic.toUpperCase())),
    ),
    havers: await Promise.all(topics.map((topic) => userData.topicPolicies(realmId, 1, topic.toUpperCase()))),
    topics: await userData.topics(realmId, userId),
    mutedTopics: new Map(await userData.mutedTopicsOf(realmId, [...userIds])),
    callProviders: await userData.callProviders(realmId, userId),
  },
  attachments: {
    ofOwner: await attachments.ofOwner(realmId, userId, { kind: "received", userId }),
    sharedWith: await attachments.newestSharing(realmId, before, { kind: "received", userId }),
    sharing: await attachments.sharing(realmId, before, after + 1),
    sharedBy: await attachments.sharedBy(realmId, anchor % 9),
    spaceUsed: await attachments.spaceUsed(realmId),
    orphans: await attachments.orphans(realmId, aMoment + 1, after),
  },
  readStates: {
    states: inOrder(await readStates.statesOf(realmId, userId, everywhere([1, 2, 5, before, anchor]))),
    received: await Promise.all(conversationIds.map((id) => readStates.receivedIn(realmId, userId, id))),
    toRead: [...(await readStates.conversationsToRead(realmId, userId, anchor))].sort((a, b) => a - b),
    flags: await readStates.flagsOf(realmId, userId, [1, 2, 3, 4, 5, 6, 7, 8]),
    together: await togetherOf({ readStates }, realmId, userId),
    flagsOfReaders: await readStates.flagsOfReaders(
      realmId,
      [1, 2, 3, 4, 99].flatMap((messageId) => userIds.map((one) => ({ userId: one, messageId }))),
    ),
    readers: await readersOfNewest({ messages, readStates }, realmId, userId),
    markedBy: await readStates.usersWithFlags(realmId, [1, 2, anchor % 9]),
  },
  directConversations: {
    people: await directConversations.peopleIn(realmId, userId),
    between: await directConversations.between(realmId, [1, 2]),
  },
  credentials: {
    hash: await credentials.passwordHash(realmId, userId),
    token: await credentials.callToken(realmId, userId, "zoom"),
  },
});
