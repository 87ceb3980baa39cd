import { addDrafts } from "../../../src/application/drafts/add-drafts";
import { listDrafts } from "../../../src/application/drafts/list-drafts";
import type { DraftInput } from "../../../src/application/drafts/shared/check-draft";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] }, secret: { privacy: "private", of: ["cleo"] } },
  });
const draft = (more: Partial<DraftInput> = {}): DraftInput => ({
  type: "",
  to: [],
  topic: "",
  content: "later",
  editedAt: 1_700_000_000,
  ...more,
});

test("drafts are saved for their author in one event", async () => {
  const { ben, lunch, eventsOf } = await realm();
  const events = await eventsOf(() =>
    ben.does(addDrafts, [draft(), draft({ type: "channel", to: [lunch], topic: " plans " })]),
  );
  const drafts = [
    { id: 1, place: { kind: "nowhere" }, content: "later", editedAt: 1_700_000_000 },
    {
      id: 2,
      place: { kind: "channel", channelId: lunch, topic: "plans" },
      content: "later",
      editedAt: 1_700_000_000,
    },
  ];
  expect(events).toEqual([{ type: "drafts_added", userId: ben.id, drafts }]);
});

test("saving no drafts appends no event", async () => {
  const { ben, eventsOf } = await realm();
  expect(await eventsOf(() => ben.does(addDrafts, []))).toEqual([]);
});

test("a draft without a time gets the current time", async () => {
  const { ben, clock } = await realm();
  await ben.does(addDrafts, [draft({ editedAt: undefined })]);
  expect(await ben.does(listDrafts)).toMatchObject([{ editedAt: clock.now() / 1000 }]);
});

test("a direct draft goes to the others, each once, or to its author alone", async () => {
  const { ben, cleo, owner } = await realm();
  const to = [cleo.id, ben.id, owner.id, cleo.id];
  await ben.does(addDrafts, [draft({ type: "direct", to }), draft({ type: "direct", to: [ben.id] })]);
  expect((await ben.does(listDrafts)).map(({ place }) => place)).toEqual([
    { kind: "direct", userIds: [owner.id, cleo.id] },
    { kind: "direct", userIds: [ben.id] },
  ]);
});

test("a direct draft without recipients goes nowhere yet", async () => {
  const { ben } = await realm();
  await ben.does(addDrafts, [draft({ type: "direct" })]);
  expect(await ben.does(listDrafts)).toMatchObject([{ place: { kind: "nowhere" } }]);
});

test("one bad draft saves none", async () => {
  const { ben, lunch, secret, eventsOf } = await realm();
  const refused: readonly (readonly [Partial<DraftInput>, string])[] = [
    [{ content: " " }, "Message must not be empty"],
    [{ content: "a\0" }, "Message must not contain null bytes"],
    [{ editedAt: -1 }, "Timestamp must not be negative."],
    [{ editedAt: 1e12 }, "Timestamp must be before the year 10000."],
    [{ type: "channel", to: [lunch], topic: "a\0" }, "Topic must not contain null bytes"],
    [{ type: "channel", to: [] }, "Must specify exactly 1 channel ID for channel messages"],
    [{ type: "channel", to: [lunch, 1] }, "Must specify exactly 1 channel ID for channel messages"],
    [{ type: "channel", to: [secret] }, "Invalid channel ID"],
    [{ type: "direct", to: [999] }, "Invalid user ID 999"],
  ];
  const events = await eventsOf(async () => {
    for (const [more, message] of refused)
      expect(await ben.isRefused(addDrafts, [draft(), draft(more)])).toBe(message);
  });
  expect(events).toEqual([]);
});

test("a draft can't have more recipients than a message", async () => {
  const { ben, cleo } = await realm();
  const people = draft({ type: "direct", to: Array(201).fill(cleo.id) });
  expect(await ben.isRefused(addDrafts, [people])).toBe("A direct message can go to at most 200 people.");
});

test("a user has at most 500 drafts", async () => {
  const { ben } = await realm();
  await ben.does(addDrafts, Array(499).fill(draft()));
  expect(await ben.isRefused(addDrafts, [draft(), draft()])).toBe("You can have at most 500 drafts.");
  await ben.does(addDrafts, [draft()]);
});

test("a user who turned off synchronization saves no drafts", async () => {
  const { ben, append } = await realm();
  const settings = { enableDraftsSynchronization: false };
  await append({ type: "user_settings_changed", userId: ben.id, change: settings, isOwnChoice: true });
  expect(await ben.isRefused(addDrafts, [draft()])).toBe("User has disabled synchronizing drafts.");
});
