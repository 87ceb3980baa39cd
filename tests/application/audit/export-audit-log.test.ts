import { exportAuditLog } from "../../../src/application/audit/export-audit-log";
import { listAuditLog } from "../../../src/application/audit/list-audit-log";
import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { memoryRealm } from "../../support/application/memory-realm";

test("operators export the whole log in its order", async () => {
  const { owner, lunch, club, services, realmId } = await memoryRealm({ channels: { lunch: {}, club: {} } });
  for (const channel of [lunch, club]) await owner.does(archiveChannel, channel);
  const exported = [];
  for await (const entry of exportAuditLog(services)(realmId, {})) exported.push(entry);
  expect(exported.length).toBeGreaterThan(1);
  expect(exported).toEqual(await owner.does(listAuditLog, { filter: {}, olderThan: undefined, limit: 100 }));
});
