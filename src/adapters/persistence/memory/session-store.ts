import type { Session, SessionStore } from "../../../application/ports/session-store";
import type { MemoryStorage } from "./storage";

/** A user's sessions end with a new password and with the account. */
export const endSessionsOf = (storage: MemoryStorage, realmId: number, userId: number): void => {
  const sessions = storage.sessions.get(realmId);
  for (const session of [...(sessions?.values() ?? [])])
    if (session.userId === userId) sessions?.delete(session.id);
};

export const memorySessionStore = (storage: MemoryStorage): SessionStore => {
  const of = (realmId: number): Map<string, Session> => {
    const known = storage.sessions.get(realmId) ?? new Map<string, Session>();
    storage.sessions.set(realmId, known);
    return known;
  };
  return {
    add: async (realmId, session) => {
      of(realmId).set(session.id, Object.freeze({ ...session }));
    },
    find: async (realmId, id) => of(realmId).get(id),
    of: async (realmId, userId) =>
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
