import { listAuditLog } from "../../../src/application/audit/list-audit-log";
import { archiveChannel } from "../../../src/application/channels/archive-channel";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ada: "administrator", ben: "member" },
    channels: { lunch: {} },
  });
  const { lunch, ben, change } = founded;
  await change(lunch, { permissions: { canAdministerChannelGroup: onlyUser(ben.id) } });
  return founded;
};
const everything = { filter: {}, olderThan: undefined, limit: 100 };

test("owners read the log, newest first, page by page", async () => {
  const { owner, ada, ben, lunch } = await realm();
  await ben.does(archiveChannel, lunch);
  const entries = await owner.does(listAuditLog, everything);
  expect(entries[0]).toMatchObject({ kind: "channel_deactivated", actor: { userId: ben.id } });
  const [newest] = await owner.does(listAuditLog, { ...everything, limit: 1 });
  expect(newest).toEqual(entries[0]);
  const rest = await owner.does(listAuditLog, { ...everything, olderThan: newest?.id });
  expect(rest).toEqual(entries.slice(1));
  const filter = { kinds: ["channel_deactivated"] };
  expect(await owner.does(listAuditLog, { ...everything, filter })).toHaveLength(1);
  expect(await ada.isRefused(listAuditLog, everything)).toBe("Must be an organization owner");
});
