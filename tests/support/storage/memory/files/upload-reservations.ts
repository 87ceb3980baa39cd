import * as E from "fp-ts/Either";
import type { UploadReservations } from "../../../../../src/application/ports/files/upload-reservations";
import type { MemoryStorage } from "../storage";

const total = (items: Iterable<number>): number => [...items].reduce((sum, item) => sum + item, 0);

interface Held {
  readonly holder: string;
  readonly until: number;
  readonly isWanted: boolean;
}

export const memoryUploadReservations = ({ realms, reservations }: MemoryStorage): UploadReservations => {
  const holds = new Map<string, Held>();
  return {
    reserve: async (reservation, now, check) => {
      const { realmId, path, ownerId, bytes } = reservation;
      const existing = reservations.get(path);
      if (existing !== undefined && existing.expiresAt <= now) return E.left("expired" as const);
      if (existing === undefined || existing.bytes < bytes) {
        const others = [...reservations.values()].filter(
          (one) => one.realmId === realmId && one.path !== path,
        );
        const byUser = others.filter((one) => one.ownerId === ownerId);
        const allowed = check({
          used: total([...(realms.get(realmId)?.attachments.values() ?? [])].map(({ size }) => size)),
          reserved: total(others.map((one) => one.bytes)),
          byUser: { count: byUser.length, bytes: total(byUser.map((one) => one.bytes)) },
        });
        if (E.isLeft(allowed)) return allowed;
      }
      reservations.set(path, reservation);
      return E.right(undefined);
    },

    release: async (_realmId, path) => {
      reservations.delete(path);
    },

    hold: async (_realmId, path, holder, seconds) => {
      if (!reservations.has(path)) return true;
      const held = holds.get(path);
      const isFree = held === undefined || held.until <= Date.now();
      if (isFree) holds.set(path, { holder, until: Date.now() + seconds * 1000, isWanted: false });
      else holds.set(path, { ...held, isWanted: true });
      return isFree;
    },

    extendHold: async (_realmId, path, holder, seconds) => {
      if (!reservations.has(path)) return false;
      const held = holds.get(path);
      if (held?.holder !== holder) return true;
      holds.set(path, { ...held, until: Date.now() + seconds * 1000 });
      return held.isWanted;
    },

    releaseHold: async (_realmId, path, holder) => {
      if (holds.get(path)?.holder === holder) holds.delete(path);
    },

    amongPaths: async (realmId, paths, now) =>
      paths.filter((path) => {
        const existing = reservations.get(path);
        return existing !== undefined && existing.realmId === realmId && existing.expiresAt > now;
      }),

    expired: async (now, limit) =>
      [...reservations.values()]
        .filter(({ expiresAt }) => expiresAt <= now)
        .sort((a, b) => a.expiresAt - b.expiresAt || (a.path < b.path ? -1 : 1))
        .slice(0, limit)
        .map(({ realmId, path }) => ({ realmId, path })),
  };
};
