import { addDrafts } from "../../../src/application/drafts/add-drafts";
import { listDrafts } from "../../../src/application/drafts/list-drafts";
import { removeDraft } from "../../../src/application/drafts/remove-draft";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });
const draft = { type: "", to: [], topic: "", content: "later", editedAt: 1_700_000_000 } as const;

test("a draft is removed once", async () => {
  const { ben, eventsOf } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  const events = await eventsOf(() => ben.does(removeDraft, id));
  expect(events).toEqual([{ type: "draft_removed", userId: ben.id, draftId: id }]);
  expect(await ben.does(listDrafts)).toEqual([]);
  expect(await ben.isRefused(removeDraft, id)).toBe("Draft does not exist");
});

test("nobody can remove somebody else's draft", async () => {
  const { ben, cleo } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  expect(await cleo.isRefused(removeDraft, id)).toBe("Draft does not exist");
});

test("a user who turned off synchronization can't remove drafts", async () => {
  const { ben, append } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  const settings = { enableDraftsSynchronization: false };
  await append({ type: "user_settings_changed", userId: ben.id, change: settings, isOwnChoice: true });
  expect(await ben.isRefused(removeDraft, id)).toBe("User has disabled synchronizing drafts.");
});
