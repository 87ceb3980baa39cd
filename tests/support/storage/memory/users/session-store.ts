import type { Session, SessionStore } from "../../../../../src/application/ports/login/session-store";
import type { RealmId, UserId } from "../../../../../src/domain/ids";
import type { MemoryStorage } from "../storage";

interface Ended {
  readonly userId: UserId;
  readonly keptSessionId?: string;
  /** All, if absent. */
  readonly ended?: readonly { readonly id: string }[];
}

/** Ends a user's sessions, except one that stays, after a new password or a deactivation. */
export const endSessionsOf = (
  storage: MemoryStorage,
  realmId: RealmId,
  { userId, keptSessionId, ended }: Ended,
): void => {
  const sessions = storage.sessions.get(realmId);
  for (const { id, ...session } of [...(sessions?.values() ?? [])])
    if (session.userId === userId && id !== keptSessionId && (ended?.some((one) => one.id === id) ?? true))
      sessions?.delete(id);
};

export const memorySessionStore = (storage: MemoryStorage): SessionStore => {
  const of = (realmId: RealmId): Map<string, Session> => {
    const known = storage.sessions.get(realmId) ?? new Map<string, Session>();
    storage.sessions.set(realmId, known);
    return known;
  };
  return {
    add: async (realmId, session) => {
      of(realmId).set(session.id, Object.freeze({ ...session }));
    },
    find: async (realmId, id) => of(realmId).get(id),
    among: async (realmId, ids) => ids.flatMap((id) => of(realmId).get(id) ?? []),
    list: async (realmId, userId) =>
      [...of(realmId).values()]
        .filter((session) => session.userId === userId)
        .sort((a, b) => b.lastSeenAt - a.lastSeenAt || (a.id < b.id ? -1 : 1)),
    touch: async (realmId, id, lastSeenAt) => {
      const session = of(realmId).get(id);
      if (session) of(realmId).set(id, Object.freeze({ ...session, lastSeenAt }));
    },
    remove: async (realmId, userId, ids) => {
      for (const id of ids) if (of(realmId).get(id)?.userId === userId) of(realmId).delete(id);
    },
    removeIdle: async (seenBefore, limit) => {
      const idle = [...storage.sessions.values()]
        .flatMap((sessions) => [...sessions.values()].map((session) => ({ sessions, session })))
        .filter(({ session }) => session.lastSeenAt < seenBefore)
        .sort((a, b) => a.session.lastSeenAt - b.session.lastSeenAt)
        .slice(0, limit);
      for (const { sessions, session } of idle) sessions.delete(session.id);
      return idle.length;
    },
  };
};
