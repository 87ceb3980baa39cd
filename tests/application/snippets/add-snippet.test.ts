import { addSnippet } from "../../../src/application/snippets/add-snippet";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const greeting = { title: " Greeting ", content: "Hello **you**" };
const realm = () => memoryRealm({ people: { ben: "member" } });

test("the event has the snippet, with its title trimmed", async () => {
  const { ben, eventsOf } = await realm();
  const snippet = { id: 1, title: "Greeting", content: "Hello **you**", createdAt: aMoment };
  const events = await eventsOf(async () => {
    expect(await ben.does(addSnippet, greeting)).toBe(1);
  });
  expect(events).toEqual([{ type: "snippet_added", userId: ben.id, snippet }]);
});

test.each([
  [{ title: " " }, "Title cannot be empty."],
  [{ title: "t".repeat(61) }, "title is too long (limit: 60 characters)"],
  [{ content: " \n" }, "Content cannot be empty."],
])("a snippet has a title of at most sixty characters, and a content: %j", async (change, message) => {
  const { ben } = await realm();
  expect(await ben.isRefused(addSnippet, { ...greeting, ...change })).toBe(message);
});
