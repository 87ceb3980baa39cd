import type { Session } from "../../../src/application/ports/login/session-store";
import { aUser } from "../../support/builders/entities";
import { commitAll, commitBeside, createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

const aSession = (more: Partial<Session> = {}): Session => ({
  id: "one",
  userId: 1,
  createdAt: 100,
  lastSeenAt: 100,
  browser: "Firefox 'é' ?",
  remoteAddress: "::1",
  hasBoth: false,
  ...more,
});

export const sessionStoreContract = (open: OpenPersistence): void => {
  const users = [1, 2].map((id) => ({ type: "user_created", user: aUser({ id }) }) as const);

  test("finds a session by its id, only in its realm", async () => {
    const { eventStore, sessions } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    await sessions.add(one.id, aSession());
    expect(await sessions.find(one.id, "one")).toEqual(aSession());
    expect(await sessions.find(other.id, "one")).toBeUndefined();
    await sessions.add(other.id, aSession({ hasBoth: true }));
    expect(await sessions.find(other.id, "one")).toEqual(aSession({ hasBoth: true }));
    await sessions.touch(one.id, "one", 200);
    expect(await sessions.find(one.id, "one")).toEqual(aSession({ lastSeenAt: 200 }));
  });

  test("finds several sessions by their ids, without those that ended or belong to another realm", async () => {
    const { eventStore, sessions } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    for (const id of ["a", "b", "c"]) await sessions.add(one.id, aSession({ id }));
    await sessions.add(other.id, aSession({ id: "d" }));
    await sessions.remove(one.id, 1, ["b"]);
    const found = await sessions.among(one.id, ["a", "b", "c", "d"]);
    expect(found.map(({ id }) => id).sort()).toEqual(["a", "c"]);
    expect(await sessions.among(one.id, [])).toEqual([]);
  });

  test("lists a user's sessions, the last seen first, and only that user ends them", async () => {
    const { eventStore, sessions } = open();
    const { id } = await createRealm(eventStore);
    await sessions.add(id, aSession({ id: "a", lastSeenAt: 1 }));
    await sessions.add(id, aSession({ id: "b", lastSeenAt: 2 }));
    await sessions.add(id, aSession({ id: "c", userId: 2 }));
    const ids = async (userId: number) => (await sessions.list(id, userId)).map((session) => session.id);
    expect([await ids(1), await ids(2)]).toEqual([["b", "a"], ["c"]]);
    await sessions.remove(id, 1, ["a", "c"]);
    expect([await ids(1), await ids(2)]).toEqual([["b"], ["c"]]);
  });

  test("deletes idle sessions of all realms, a limited number at a time", async () => {
    const { eventStore, sessions } = open();
    const [one, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    await sessions.removeIdle(50, 1000);
    await sessions.add(one.id, aSession({ id: "a", lastSeenAt: 1 }));
    await sessions.add(other.id, aSession({ id: "b", lastSeenAt: 2 }));
    await sessions.add(other.id, aSession({ id: "c", lastSeenAt: 3 }));
    expect(await sessions.removeIdle(3, 1)).toBe(1);
    expect(await sessions.find(one.id, "a")).toBeUndefined();
    expect(await sessions.find(other.id, "b")).toBeDefined();
    expect(await sessions.removeIdle(3, 9)).toBe(1);
    expect((await sessions.list(other.id, 1)).map(({ id }) => id)).toEqual(["c"]);
  });

  test("a user's sessions end with the commit that removes the account or changes the password", async () => {
    const { eventStore, sessions } = open();
    const { id } = await createRealm(eventStore, users);
    for (const userId of [1, 2]) await sessions.add(id, aSession({ id: `s${userId}`, userId }));
    await commitBeside(eventStore, id, { secrets: [{ kind: "password", userId: 1, hash: "hash" }] });
    expect([await sessions.list(id, 1), await sessions.list(id, 2)]).toMatchObject([[], [{ id: "s2" }]]);
    for (const name of ["s1", "s3", "s4"]) await sessions.add(id, aSession({ id: name }));
    const named = (id: string) => ({ id, browser: "Firefox" });
    const ended = { kind: "sessions_ended", userId: 1, ended: ["s3", "s2"].map(named) } as const;
    await commitBeside(eventStore, id, { secrets: [ended] });
    expect((await sessions.list(id, 1)).map(({ id }) => id)).toEqual(["s1", "s4"]);
    await commitBeside(eventStore, id, { secrets: [{ kind: "sessions_ended", userId: 1 }] });
    expect([await sessions.list(id, 1), await sessions.list(id, 2)]).toMatchObject([[], [{ id: "s2" }]]);
    await commitAll(eventStore, id, [{ type: "user_deactivated", userId: 2, firstMessageId: 1 }]);
    expect(await sessions.list(id, 2)).toEqual([]);
  });
};
