import type {
  CountedKind,
  UserDataReader,
} from "../../../../../src/application/ports/users/user-data-reader";
import type { RealmId, UserId } from "../../../../../src/domain/ids";
import type { ScheduledMessage } from "../../../../../src/domain/scheduled-messages/scheduled-message";
import { foldCase } from "../../../../../src/domain/text/fold-case";
import { sizeOf } from "../../../../../src/domain/users/user-list-limits";
import type { TableSource, UserDataLists } from "../tables";
import { noItems, topicKey } from "./project-user-data";

const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const byTime = (a: ScheduledMessage, b: ScheduledMessage): number => a.deliverAt - b.deliverAt || a.id - b.id;

/** The texts of a user's list. */
const textsOf: Readonly<Record<CountedKind, (items: UserDataLists) => readonly (readonly string[])[]>> = {
  drafts: ({ drafts }) => [...drafts.values()].map(({ content }) => [content]),
  snippets: ({ snippets }) => [...snippets.values()].map(({ title, content }) => [title, content]),
  scheduled: ({ scheduled }) =>
    [...scheduled.values()].map(({ content, renderedContent }) => [content, renderedContent]),
  reminders: ({ reminders }) =>
    [...reminders.values()].map(({ content, renderedContent, note }) => [content, renderedContent, note]),
  navigationViews: ({ views }) => [...views.values()].map(({ fragment, name }) => [fragment, name ?? ""]),
  topics: ({ topics }) => [...topics.values()].map(({ topic }) => [topic]),
};

export const memoryUserDataReader = (source: TableSource): UserDataReader => {
  const itemsOf = async (realmId: RealmId, userId: UserId): Promise<UserDataLists> =>
    (await source.tables(realmId))?.userData.get(userId) ?? noItems;
  const reader: UserDataReader = {
    usageOf: async (realmId, userIds, kind) => {
      const items = await Promise.all(userIds.map((userId) => itemsOf(realmId, userId)));
      const texts = items.flatMap((one) => textsOf[kind](one));
      return { count: texts.length, size: sizeOf(...texts.flat()) };
    },
    drafts: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).drafts.values()].sort(
        (a, b) => a.editedAt - b.editedAt || a.id - b.id,
      ),
    snippets: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).snippets.values()].sort((a, b) => a.id - b.id),
    scheduled: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).scheduled.values()].sort(byTime),
    reminders: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).reminders.values()].sort(
        (a, b) => a.remindAt - b.remindAt || a.id - b.id,
      ),
    navigationViews: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).views.values()].sort((a, b) =>
        compareKeys(a.fragment, b.fragment),
      ),
    seenSteps: async (realmId, userId) => [...(await itemsOf(realmId, userId)).seenSteps].sort(compareKeys),
    topicPolicy: async (realmId, userId, channelId, topic) =>
      (await itemsOf(realmId, userId)).topics.get(topicKey(channelId, topic))?.policy ?? "inherit",
    topicPolicies: async (realmId, channelId, topic, after = 0, limit) =>
      new Map(
        [...((await source.tables(realmId))?.userData ?? [])]
          .flatMap(([userId, items]) => {
            const own = items.topics.get(topicKey(channelId, topic));
            return own && userId > after ? [[userId, own.policy] as const] : [];
          })
          .sort(([a], [b]) => a - b)
          .slice(0, limit),
      ),
    mutedTopicsOf: async (realmId, userIds) => {
      const found = await Promise.all(
        userIds.map(async (userId) => {
          const muted = (await reader.topics(realmId, userId)).filter(({ policy }) => policy === "muted");
          return muted.length === 0 ? [] : [[userId, muted] as const];
        }),
      );
      return new Map(found.flat());
    },
    callProviders: async (realmId, userId) =>
      [...((await source.tables(realmId))?.callTokens.keys() ?? [])]
        .filter((key) => key.startsWith(`${userId} `))
        .map((key) => key.slice(`${userId} `.length))
        .sort(),
    topics: async (realmId, userId) =>
      [...(await itemsOf(realmId, userId)).topics.values()].sort(
        (a, b) => a.channelId - b.channelId || compareKeys(foldCase(a.topic), foldCase(b.topic)),
      ),
  };
  return reader;
};
