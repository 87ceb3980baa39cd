import type { PresenceStore } from "../../../../../src/application/ports/users/presence-store";
import type { Presence } from "../../../../../src/domain/presence/presence";
import type { MemoryStorage } from "../storage";

export const memoryPresenceStore = ({ presences }: MemoryStorage): PresenceStore => ({
  load: async (realmId, since) =>
    new Map([...(presences.get(realmId) ?? [])].filter(([, { idleAt }]) => idleAt >= since)),

  find: async (realmId, userIds) =>
    new Map([...(presences.get(realmId) ?? [])].filter(([userId]) => userIds.includes(userId))),

  save: async (news) => {
    for (const { realmId, userId, presence } of news) {
      const known = presences.get(realmId) ?? new Map<number, Presence>();
      presences.set(realmId, known);
      const before = known.get(userId);
      known.set(userId, {
        activeAt: Math.max(presence.activeAt, before?.activeAt ?? 0),
        idleAt: Math.max(presence.idleAt, before?.idleAt ?? 0),
      });
    }
  },

  lower: async ({ realmId, userId, presence: { activeAt, idleAt } }) => {
    const before = presences.get(realmId)?.get(userId);
    if (before)
      presences.get(realmId)?.set(userId, {
        activeAt: Math.min(activeAt, before.activeAt),
        idleAt: Math.min(idleAt, before.idleAt),
      });
  },
});
