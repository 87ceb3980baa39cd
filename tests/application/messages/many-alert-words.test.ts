import { addAlertWords } from "../../../src/application/users/add-alert-words";
import { memoryRealm } from "../../support/application/memory-realm";

test("a message isn't searched for each alert word of an organization", async () => {
  const alertWords = Array.from(
    { length: 1000 },
    (_, index) => `${"a".repeat(45)}${1000 + index}${"a".repeat(45)}`,
  );
  const { lunch, owner, services } = await memoryRealm({
    people: { ben: { alertWords } },
    channels: { lunch: { of: ["ben", "owner"] } },
  });
  const rendered = jest.spyOn(services.renderer, "render");
  const searched = jest.spyOn(String.prototype, "includes");
  await owner.says(lunch, "t", `${"a".repeat(5000)} ${alertWords[17]}`);
  const wanted = searched.mock.calls.map(([word]) => word);
  searched.mockRestore();
  const words = new Set(alertWords);
  expect(wanted.filter((word) => words.has(word))).toEqual([]);
  expect(rendered.mock.calls.map(([, context]) => context.alertWords)).toContainEqual([alertWords[17]]);
});

test("a change of one's own alert words costs nothing for those of others", async () => {
  const alertWords = Array.from({ length: 1000 }, (_, index) => `word ${index} of ben`);
  const { lunch, owner, ann } = await memoryRealm({
    people: { ann: {}, ben: { alertWords } },
    channels: { lunch: { of: ["ann", "ben", "owner"] } },
  });
  await owner.says(lunch, "t", "hi");
  const lettersRead = jest.spyOn(String.prototype, "charCodeAt");
  await ann.does(addAlertWords, ["tea"]);
  await owner.says(lunch, "t", "time for tea");
  const read = new Set(lettersRead.mock.contexts.map(String));
  lettersRead.mockRestore();
  expect(alertWords.filter((word) => read.has(word))).toEqual([]);
});
