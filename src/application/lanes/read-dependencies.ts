import type { MessageId, RealmId, UserId } from "../../domain/ids";
import type { LaneReaders } from "../transaction";
import type { ReadDependency, StoredKind } from "./change-set";

type DependenciesOf<Reader> = {
  readonly [Method in keyof Reader]: Reader[Method] extends (...args: infer Asked) => unknown
    ? (...args: Asked) => readonly ReadDependency[]
    : never;
};

const any =
  (...kinds: readonly StoredKind[]) =>
  (): readonly ReadDependency[] =>
    kinds.map((kind) => ({ kind }));

const ofUser =
  (kind: StoredKind) =>
  (_: RealmId, userId: UserId): readonly ReadDependency[] => [{ kind, users: [userId] }];

const ofMessages =
  (kind: "heads" | "contents") =>
  (_: RealmId, ids: readonly MessageId[]): readonly ReadDependency[] => [
    { kind, includes: (id) => ids.includes(id) },
  ];

const ofMessage = (_: RealmId, messageId: MessageId): readonly ReadDependency[] => [
  { kind: "contents", includes: (id) => id === messageId },
];

/** What each read of the lane depends on. The compiler requires every read. */
export const readDependencies: { readonly [Name in keyof LaneReaders]: DependenciesOf<LaneReaders[Name]> } = {
  messages: {
    byIds: ofMessages("contents"),
    headsOf: ofMessages("heads"),
    firstIds: any("heads"),
    hasNamedTopics: any("heads"),
    hasTopic: any("heads"),
    idsBefore: (_, places) => [{ kind: "heads", includes: (id) => places.some((place) => id < place.id) }],
    // Its scope may be what a user received.
    inTopic: any("heads", "readStates"),
    newestSentAt: any("heads"),
    attachedSoFar: ofMessage,
    ownReactions: ofMessage,
    reactionsSoFar: ofMessage,
    sentBefore: any("heads"),
    sentBy: any("heads"),
    unreadIds: (_, userId, spans) => [
      { kind: "readStates", users: [userId] },
      { kind: "heads", includes: (id) => spans.some(({ from, to }) => from <= id && id <= to) },
    ],
  },
  readStates: {
    statesOf: ofUser("readStates"),
    conversationsToRead: ofUser("readStates"),
    flagsOf: ofUser("readStates"),
    receiversAmong: (_, __, users) => [{ kind: "readStates", users }],
    exceptionalReceipts: any("readStates"),
    usersWithFlags: any("readStates"),
    mentionedIn: any("readStates"),
  },
  directConversations: { between: any("directConversations"), peopleIn: any("directConversations") },
  userData: {
    callProviders: ofUser("userData"),
    drafts: ofUser("userData"),
    usageOf: (_, users) => [{ kind: "userData", users }],
    navigationViews: ofUser("userData"),
    reminders: ofUser("userData"),
    scheduled: ofUser("userData"),
    seenSteps: ofUser("userData"),
    snippets: ofUser("userData"),
    topicPolicy: ofUser("userData"),
    topicPolicies: any("userData"),
  },
  attachments: {
    byPaths: any("attachments"),
    byId: any("attachments"),
    sharing: any("attachments"),
    newestSharing: any("attachments", "readStates"),
    sharedBy: any("attachments"),
    spaceUsed: any("attachments"),
    orphans: any("attachments"),
  },
  credentials: {
    passwordHash: ofUser("credentials"),
    lastPasswordHashes: ofUser("credentials"),
    secondFactors: ofUser("credentials"),
    recoveryCodes: ofUser("credentials"),
    callToken: ofUser("credentials"),
  },
};
