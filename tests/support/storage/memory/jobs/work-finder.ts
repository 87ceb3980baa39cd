import type { PassedLog } from "../../../../../src/application/ports/events/event-log";
import type { ExpiredScope, WorkFinder } from "../../../../../src/application/ports/jobs/work-finder";
import { memoryAttachmentReader } from "../files/attachment-reader";
import { ascending } from "../messages/messages";
import type { MemoryStorage } from "../storage";
import type { RealmTables } from "../tables";

const daySeconds = 86_400;

/** In the order of PostgreSQL's: realm by realm, direct conversations first. */
const rank = ({ realmId, scope }: ExpiredScope): readonly [number, number] => [
  realmId,
  scope === "direct" ? 0 : scope,
];

const isBeyond = (one: ExpiredScope, other: ExpiredScope): boolean => {
  const [[realm, scope], [otherRealm, otherScope]] = [rank(one), rank(other)];
  return realm > otherRealm || (realm === otherRealm && scope > otherScope);
};

/** Each scope of the realm with the days that it keeps messages for, and the time of its oldest. */
const scopesIn = (tables: RealmTables) => {
  const { realm, channels } = tables.state;
  const byRealm = realm.settings.messageRetentionDays;
  const messages = ascending(tables);
  return [
    {
      scope: "direct" as const,
      days: byRealm,
      oldest: messages.find(({ conversation }) => conversation.kind === "direct"),
    },
    ...[...channels.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, conversationId, messageRetentionDays }) => ({
        scope: id,
        days: messageRetentionDays ?? byRealm,
        oldest: messages.find(({ conversation }) => conversation.id === conversationId),
      })),
  ];
};

export const memoryWorkFinder = (storage: MemoryStorage): WorkFinder => {
  const realmsAfter = (after: number): readonly [number, RealmTables][] =>
    [...storage.realms].filter(([id]) => id > after).sort(([a], [b]) => a - b);
  const attachments = memoryAttachmentReader(storage);

  return {
    passedLogs: async (loggedBefore, after, limit) =>
      realmsAfter(after)
        .flatMap(([realmId, { log, head }]): readonly PassedLog[] => {
          const [oldest] = [...log].sort(([a], [b]) => a - b);
          const queues = [...(storage.queues.get(realmId)?.values() ?? [])];
          const upTo =
            queues.length === 0 ? head.position : Math.min(...queues.map(({ acknowledged }) => acknowledged));
          const isPassed = oldest !== undefined && oldest[1].loggedAt < loggedBefore && oldest[0] <= upTo;
          return isPassed ? [{ realmId, upTo }] : [];
        })
        .slice(0, limit),

    expiredScopes: async (now, after, limit) =>
      realmsAfter(0)
        .flatMap(([realmId, tables]) =>
          scopesIn(tables).flatMap(({ scope, days, oldest }) =>
            days !== "forever" && oldest && oldest.sentAt < Math.floor(now / 1000) - days * daySeconds
              ? [{ realmId, scope }]
              : [],
          ),
        )
        .filter((scope) => after === undefined || isBeyond(scope, after))
        .slice(0, limit),

    quietChannels: async (since, after, limit) =>
      realmsAfter(0)
        .flatMap(([realmId, tables]) =>
          [...tables.state.channels.values()]
            .filter(({ isRecentlyActive, createdAt, conversationId }) => {
              const newest = ascending(tables).findLast(
                ({ conversation }) => conversation.id === conversationId,
              );
              return isRecentlyActive && createdAt < since * 1000 && (newest?.sentAt ?? 0) < since;
            })
            .map(({ id }) => ({ realmId, channelId: id }))
            .sort((a, b) => a.channelId - b.channelId),
        )
        .filter(
          (one) =>
            after === undefined ||
            one.realmId > after.realmId ||
            (one.realmId === after.realmId && one.channelId > after.channelId),
        )
        .slice(0, limit),

    behindOnUpdates: async (update, after, limit) =>
      realmsAfter(after)
        .filter(([, { state }]) => {
          const { isDeactivated, settings } = state.realm;
          const isBehind = settings.announcedUpdate < update;
          return !isDeactivated && isBehind && settings.serverUpdateAnnouncementsChannelId !== null;
        })
        .map(([id]) => id)
        .slice(0, limit),

    nextToRender: async (version, after) =>
      realmsAfter(after).find(([, { messages }]) =>
        [...messages.values()].some(({ rendererVersion }) => rendererVersion < version),
      )?.[0],

    nextWithOrphans: async (uploadedBefore, after) => {
      for (const [realmId] of realmsAfter(after))
        if ((await attachments.orphans(realmId, uploadedBefore, 1)).length > 0) return realmId;
      return undefined;
    },
  };
};
