import { addAlertWords } from "../../../src/application/users/add-alert-words";
import { removeAlertWords } from "../../../src/application/users/remove-alert-words";
import { memoryRealm } from "../../support/application/memory-realm";

test("removing ignores case and unknown words, and the event has the words that stay", async () => {
  const { ann, eventsOf } = await memoryRealm({ people: { ann: "member" } });
  await ann.does(addAlertWords, ["Lunch", "tea"]);
  const events = await eventsOf(async () => {
    expect(await ann.does(removeAlertWords, ["lunch", "unknown"])).toEqual(["tea"]);
  });
  expect(events).toEqual([{ type: "alert_words_set", userId: ann.id, words: ["tea"] }]);
});
