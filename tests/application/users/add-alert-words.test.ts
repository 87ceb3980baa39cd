import { addAlertWords } from "../../../src/application/users/add-alert-words";
import { removeAlertWords } from "../../../src/application/users/remove-alert-words";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ann: "member" } });
const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);

test("words ignore case, keep their first spelling, and come with the event as a whole", async () => {
  const { ann, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    expect(await ann.does(addAlertWords, ["Lunch", " tea ", "lunch", " "])).toEqual(["Lunch", "tea"]);
    expect(await ann.does(addAlertWords, ["LUNCH"])).toEqual(["Lunch", "tea"]);
  });
  expect(events).toEqual([{ type: "alert_words_set", userId: ann.id, words: ["Lunch", "tea"] }]);
});

test("a user has at most a thousand", async () => {
  const { ann } = await realm();
  await ann.does(addAlertWords, words(1000));
  await ann.does(addAlertWords, words(5));
  expect(await ann.isRefused(addAlertWords, ["one more"])).toBe("You can have at most 1000 alert words.");
  await ann.does(removeAlertWords, words(1));
  await ann.does(addAlertWords, ["one more"]);
});

test("a word has at most a hundred characters", async () => {
  const { ann } = await realm();
  expect(await ann.isRefused(addAlertWords, ["ok", "w".repeat(101)])).toBe(
    "alert_words[1] is too long (limit: 100 characters)",
  );
});
