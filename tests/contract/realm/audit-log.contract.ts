import type { AuditEntry, LoggedAuditEntry } from "../../../src/domain/audit/audit-entry";
import { aUser } from "../../support/builders/entities";
import { commitBeside, commitOf, createRealm } from "../../support/storage/commits";
import type { OpenPersistence, Persistence } from "../../support/storage/persistence";

const anEntry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: "user_role_changed",
  actor: { userId: 1, client: "tests 'é' ?", address: "203.0.113.9" },
  target: { type: "user", id: 2 },
  before: { role: "member", z: 1, a: [null, { b: true }] },
  after: { role: "owner" },
  ...more,
});
const about = (id: number): AuditEntry => anEntry({ target: { type: "user", id } });
const targets = (entries: readonly LoggedAuditEntry[]) => entries.map(({ target }) => target.id);

export const auditLogContract = (open: OpenPersistence): void => {
  /**
   * Adds entries one at a time, each in its own commit. Other tests share the clock, so it continues from where it was.
   */
  const log = async (at: Persistence, realmId: number, time: number, ...audit: readonly AuditEntry[]) => {
    const present = at.clock.now();
    at.clock.advance(time - present);
    await commitBeside(at.eventStore, realmId, { audit });
    at.clock.advance(present - time);
  };

  test("returns entries as committed, newest first, with the time of their commit", async () => {
    const at = open();
    const { id } = await createRealm(at.eventStore);
    const nobody = anEntry({
      actor: { userId: null, client: "server", address: null },
      before: {},
      after: {},
    });
    await log(at, id, 5000, anEntry(), nobody);
    const [second, first, ...others] = await at.auditLog.page(id, {}, undefined, 9);
    expect(others).toEqual([]);
    expect(first).toEqual({ ...anEntry(), id: first?.id, loggedAt: 5000 });
    expect(second).toEqual({ ...nobody, id: second?.id, loggedAt: 5000 });
    expect(second?.id).toBeGreaterThan(first?.id ?? 0);
    expect(Object.keys(first?.before ?? {})).toEqual(["role", "z", "a"]);
  });

  test("writes entries with their commit or not at all, and each realm sees only its own", async () => {
    const at = open();
    const [one, other] = [await createRealm(at.eventStore), await createRealm(at.eventStore)];
    const late = await at.eventStore.begin(one.id, 0);
    await log(at, one.id, 1000, about(1));
    const created = { type: "user_created", user: aUser({ id: 7 }) } as const;
    await (await at.eventStore.begin(one.id, 0)).append({
      ...commitOf(late.head, [created]),
      audit: [about(2)],
    });
    const moved = await late.append({ ...commitOf(late.head, [created]), audit: [about(3)] });
    expect(moved).toMatchObject({ left: { kind: "moved" } });
    expect(targets(await at.auditLog.page(one.id, {}, undefined, 9))).toEqual([2, 1]);
    expect(await at.auditLog.page(other.id, {}, undefined, 9)).toEqual([]);
  });

  test("the next page starts before the last entry of this one, also within one moment", async () => {
    const at = open();
    const { id } = await createRealm(at.eventStore);
    await log(at, id, 1000, ...[1, 2, 3].map(about));
    await log(at, id, 2000, ...[4, 5].map(about));
    const pages: (readonly LoggedAuditEntry[])[] = [];
    do pages.push(await at.auditLog.page(id, {}, pages.at(-1)?.at(-1)?.id, 2));
    while (pages.at(-1)?.length === 2);
    expect(pages.map(targets)).toEqual([[5, 4], [3, 2], [1]]);
    expect(await at.auditLog.page(id, {}, 2_000_000_000, 2)).toEqual([]);
  });

  test("filters combine: actor, action, target, since and until", async () => {
    const at = open();
    const { id } = await createRealm(at.eventStore);
    await log(at, id, 1000, about(1));
    await log(at, id, 2000, anEntry({ kind: "channel_created", target: { type: "channel", id: 1 } }));
    await log(at, id, 3000, anEntry({ actor: { userId: 5, client: "x", address: null }, after: { n: 3 } }));
    const times = async (filter: Parameters<typeof at.auditLog.page>[1]) =>
      (await at.auditLog.page(id, filter, undefined, 9)).map(({ loggedAt }) => loggedAt);
    expect(await times({ actorId: 5 })).toEqual([3000]);
    expect(await times({ kinds: ["channel_created", "realm_created"] })).toEqual([2000]);
    expect(await times({ kinds: [] })).toEqual([]);
    expect(await times({ target: { type: "channel", id: 1 } })).toEqual([2000]);
    expect(await times({ target: { type: "user", id: 1 } })).toEqual([1000]);
    expect(await times({ since: 2000 })).toEqual([3000, 2000]);
    expect(await times({ until: 2000 })).toEqual([1000]);
    expect(await times({ since: 1000, until: 3000, actorId: 1 })).toEqual([2000, 1000]);
  });

  test("removes expired entries of all realms, oldest first, a limited number at a time", async () => {
    const at = open();
    const [one, other] = [await createRealm(at.eventStore), await createRealm(at.eventStore)];
    await at.auditLog.removeBefore(100, 1000);
    await log(at, one.id, 1, about(1));
    await log(at, other.id, 2, about(2));
    await log(at, one.id, 3, about(3));
    expect(await at.auditLog.removeBefore(3, 1)).toBe(1);
    expect(targets(await at.auditLog.page(one.id, {}, undefined, 9))).toEqual([3]);
    expect(targets(await at.auditLog.page(other.id, {}, undefined, 9))).toEqual([2]);
    expect(await at.auditLog.removeBefore(3, 9)).toBe(1);
    expect(await at.auditLog.page(other.id, {}, undefined, 9)).toEqual([]);
    expect(targets(await at.auditLog.page(one.id, {}, undefined, 9))).toEqual([3]);
  });

  test("entries outlive the account of the person who acted", async () => {
    const at = open();
    const created = { type: "user_created", user: aUser({ id: 1 }) } as const;
    const { id } = await createRealm(at.eventStore, [created]);
    await log(at, id, 1000, about(1));
    const slot = await at.eventStore.begin(id, 0);
    await slot.append(
      commitOf(slot.head, [
        { type: "user_deactivated", userId: 1, firstMessageId: 1 },
        { type: "user_changed", userId: 1, change: { isDeleted: true, email: "gone@example.com" } },
      ]),
    );
    expect(await at.auditLog.page(id, { actorId: 1 }, undefined, 9)).toMatchObject([
      { actor: { userId: 1, address: "203.0.113.9" } },
    ]);
  });
};
