import { addDrafts } from "../../../src/application/drafts/add-drafts";
import { listDrafts } from "../../../src/application/drafts/list-drafts";
import { memoryRealm } from "../../support/application/memory-realm";

const draft = { type: "", to: [], topic: "", content: "later" } as const;

test("the least recently edited draft comes first, and nobody else gets the drafts", async () => {
  const { ben, cleo } = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  await ben.does(addDrafts, [
    { ...draft, editedAt: 1_700_000_009.5 },
    { ...draft, editedAt: 1_700_000_003 },
  ]);
  expect((await ben.does(listDrafts)).map(({ id }) => id)).toEqual([2, 1]);
  expect(await cleo.does(listDrafts)).toEqual([]);
});

test("a user who turned off synchronization has no drafts", async () => {
  const { ben, append } = await memoryRealm({ people: { ben: "member" } });
  const settings = { enableDraftsSynchronization: false };
  await append({ type: "user_settings_changed", userId: ben.id, change: settings, isOwnChoice: true });
  expect(await ben.isRefused(listDrafts)).toBe("User has disabled synchronizing drafts.");
});
