import { addSnippet } from "../../../src/application/snippets/add-snippet";
import { listSnippets } from "../../../src/application/snippets/list-snippets";
import { updateSnippet } from "../../../src/application/snippets/update-snippet";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const same = { title: undefined, content: undefined };
const realm = async () => {
  const founded = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  await founded.ben.does(addSnippet, { title: "Greeting", content: "Hello **you**" });
  return founded;
};

test("the event has the whole snippet, and an update without changes has none", async () => {
  const { ben, eventsOf } = await realm();
  const snippet = { id: 1, title: "Hi", content: "Hello **you**", createdAt: aMoment };
  const events = await eventsOf(async () => {
    await ben.does(updateSnippet, 1, { ...same, title: "Hi" });
    await ben.does(updateSnippet, 1, { ...same, title: "Hi" });
  });
  expect(events).toEqual([{ type: "snippet_changed", userId: ben.id, snippet }]);
  expect(await ben.does(listSnippets)).toEqual([snippet]);
});

test.each([
  [{ title: " " }, "Title cannot be empty."],
  [{ title: "t".repeat(61) }, "title is too long (limit: 60 characters)"],
  [{ content: " \n" }, "Content cannot be empty."],
])("a snippet keeps a title of at most sixty characters, and a content: %j", async (change, message) => {
  const { ben } = await realm();
  expect(await ben.isRefused(updateSnippet, 1, { ...same, ...change })).toBe(message);
});

test("nobody updates another's snippet, or one that doesn't exist", async () => {
  const { ben, cleo } = await realm();
  expect(await cleo.isRefused(updateSnippet, 1, same)).toBe("Saved snippet does not exist.");
  expect(await ben.isRefused(updateSnippet, 999, same)).toBe("Saved snippet does not exist.");
});
