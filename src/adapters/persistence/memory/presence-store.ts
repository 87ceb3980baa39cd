import type { PresenceStore } from "../../../application/ports/presence-store";
import type { Presence } from "../../../domain/presence";
import type { MemoryStorage } from "./storage";

export const memoryPresenceStore = ({ presences }: MemoryStorage): PresenceStore => ({
  load: async (realmId, since) =>
    new Map([...(presences.get(realmId) ?? [])].filter(([, { idleAt }]) => idleAt >= since)),

  save: async (realmId, news) => {
    const kept = presences.get(realmId) ?? new Map<number, Presence>();
    presences.set(realmId, kept);
    for (const [userId, { activeAt, idleAt }] of news) {
      const before = kept.get(userId);
      kept.set(userId, {
        activeAt: Math.max(activeAt, before?.activeAt ?? 0),
        idleAt: Math.max(idleAt, before?.idleAt ?? 0),
      });
    }
  },
});
