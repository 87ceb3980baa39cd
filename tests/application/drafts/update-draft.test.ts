import { addDrafts } from "../../../src/application/drafts/add-drafts";
import { listDrafts } from "../../../src/application/drafts/list-drafts";
import { updateDraft } from "../../../src/application/drafts/update-draft";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({ people: { ben: "member", cleo: "member" }, channels: { lunch: { of: ["ben"] } } });
const draft = { type: "", to: [], topic: "", content: "first", editedAt: 1_700_000_000 } as const;

test("a draft is replaced as a whole", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  const wanted = {
    type: "channel",
    to: [lunch],
    topic: "t",
    content: "second",
    editedAt: 1_700_000_001,
  } as const;
  const events = await eventsOf(() => ben.does(updateDraft, id, wanted));
  const changed = {
    id,
    place: { kind: "channel", channelId: lunch, topic: "t" },
    content: "second",
    editedAt: 1_700_000_001,
  };
  expect(events).toEqual([{ type: "draft_changed", userId: ben.id, draft: changed }]);
  expect(await ben.does(listDrafts)).toEqual([changed]);
});

test("nobody can change somebody else's draft, or one that doesn't exist", async () => {
  const { ben, cleo } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  expect(await cleo.isRefused(updateDraft, id, draft)).toBe("Draft does not exist");
  expect(await ben.isRefused(updateDraft, id + 1, draft)).toBe("Draft does not exist");
});

test("an invalid change leaves the draft as it was", async () => {
  const { ben } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  expect(await ben.isRefused(updateDraft, id, { ...draft, content: "" })).toBe("Message must not be empty");
  expect(await ben.isRefused(updateDraft, id, { ...draft, type: "direct", to: [999] })).toBe(
    "Invalid user ID 999",
  );
  expect(await ben.does(listDrafts)).toMatchObject([{ content: "first" }]);
});

test("at the size limit, drafts can shrink but not grow", async () => {
  const { ben } = await realm();
  const content = "é".repeat(5000);
  const [id = 0] = await ben.does(addDrafts, Array(200).fill({ ...draft, content }));
  expect(await ben.isRefused(updateDraft, id, { ...draft, content: `${content}x` })).toBe(
    "Your drafts exceed the limit of 2000000 bytes in total.",
  );
  await ben.does(updateDraft, id, { ...draft, content: "short" });
});

test("a user who turned off synchronization changes no drafts", async () => {
  const { ben, append } = await realm();
  const [id = 0] = await ben.does(addDrafts, [draft]);
  const settings = { enableDraftsSynchronization: false };
  await append({ type: "user_settings_changed", userId: ben.id, change: settings, isOwnChoice: true });
  expect(await ben.isRefused(updateDraft, id, draft)).toBe("User has disabled synchronizing drafts.");
});
