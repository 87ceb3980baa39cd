import { fetchStatus } from "../../../src/application/users/fetch-status";
import { type StatusInput, setStatus } from "../../../src/application/users/set-status";
import { memoryRealm } from "../../support/application/memory-realm";
import { aRealmEmoji } from "../../support/builders/entities";

const realm = () =>
  memoryRealm({ people: { ada: "administrator", ann: "member", ben: "member", robot: { botOf: "ben" } } });
const status = (given: Partial<StatusInput>): StatusInput => ({
  text: undefined,
  isAway: undefined,
  emojiName: undefined,
  emojiCode: undefined,
  emojiKind: undefined,
  ...given,
});
const car = { name: "car", code: "1f697", kind: "unicode" };

test("text, emoji and absence change separately", async () => {
  const { ann, ben, eventsOf } = await realm();
  const event = { type: "user_status_changed", userId: ann.id };
  const set = (given: Partial<StatusInput>) => eventsOf(() => ann.does(setStatus, ann.id, status(given)));
  expect(await set({ text: " in a meeting ", emojiName: "car" })).toEqual([
    { ...event, change: { text: "in a meeting", emoji: car } },
  ]);
  expect(await set({ text: "" })).toEqual([{ ...event, change: { text: "" } }]);
  expect(await ben.does(fetchStatus, ann.id)).toEqual({ text: "", emoji: car, isAway: false });
  expect(await set({ emojiName: "", isAway: true })).toEqual([
    { ...event, change: { emoji: null, isAway: true } },
  ]);
  expect(await ben.does(fetchStatus, ann.id)).toEqual({ text: "", emoji: null, isAway: true });
});

test("accepts a realm emoji", async () => {
  const { ann, ben, append } = await realm();
  await append({ type: "emoji_added", emoji: aRealmEmoji({ id: 7, name: "parrot" }) });
  await ann.does(setStatus, ann.id, status({ emojiName: "parrot" }));
  expect((await ben.does(fetchStatus, ann.id)).emoji).toMatchObject({ name: "parrot", code: "7" });
});

test.each<[string, Partial<StatusInput>, string]>([
  ["nothing", {}, "Client did not pass any new values."],
  [
    "a code without a name",
    { text: "x", emojiCode: "1f697" },
    "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
  ],
  ["an unknown emoji", { emojiName: "nonesuch" }, "Emoji 'nonesuch' does not exist"],
  ["a code that isn't the emoji's", { emojiName: "car", emojiCode: "1f4bb" }, "Invalid emoji code."],
  ["a long text", { text: "x".repeat(61) }, "status_text is too long (limit: 60 characters)"],
])("refuses %s", async (_what, given, message) => {
  const { ann } = await realm();
  expect(await ann.isRefused(setStatus, ann.id, status(given))).toBe(message);
});

test("administrators set others' statuses, but bots have none", async () => {
  const { ada, ann, ben, robot } = await realm();
  await ada.does(setStatus, ben.id, status({ text: "away for long" }));
  expect((await ann.does(fetchStatus, ben.id)).text).toBe("away for long");
  expect(await ann.isRefused(setStatus, ben.id, status({ text: "x" }))).toBe("Insufficient permission");
  for (const id of [robot.id, 2, 999]) {
    expect(await ada.isRefused(setStatus, id, status({ text: "x" }))).toBe("No such user");
    expect(await ada.isRefused(fetchStatus, id)).toBe("No such user");
  }
});
