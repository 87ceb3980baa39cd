import { pruneAuditLog } from "../../../src/application/audit/prune-audit-log";
import { createRealm } from "../../../src/application/realm/create-realm";
import { memoryApplication, successOf } from "../../support/application/memory-application";

const day = 86_400_000;

test("expired entries of all realms are deleted, and no others", async () => {
  const world = await memoryApplication();
  const other = { name: "Other", subdomain: "other2", ownerEmail: "o@example.com", ownerName: "O" };
  const { realmId } = successOf(await createRealm(world.services)(other)());
  const counts = async () =>
    Promise.all(
      [world.realmId, realmId].map(
        async (id) => (await world.persistence.auditLog.page(id, {}, undefined, 9)).length,
      ),
    );
  world.clock.advance(30 * day);
  await pruneAuditLog({ ...world.services, auditDays: 30 })();
  expect(await counts()).toEqual([2, 2]);
  world.clock.advance(1);
  await pruneAuditLog({ ...world.services, auditDays: 0 })();
  expect(await counts()).toEqual([2, 2]);
  await pruneAuditLog({ ...world.services, auditDays: 30 })();
  expect(await counts()).toEqual([0, 0]);
});

test("a full batch is followed by another one, until the server stops", async () => {
  const { services } = await memoryApplication();
  const limits: number[] = [];
  const stopping = new AbortController();
  const auditLog = {
    removeBefore: async (_time: number, limit: number) => {
      limits.push(limit);
      if (limits.length === 3) stopping.abort();
      return limit;
    },
  };
  await pruneAuditLog({ ...services, auditLog })(stopping.signal);
  expect(limits).toEqual([1000, 1000, 1000]);
});
