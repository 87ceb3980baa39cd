import { addSnippet } from "../../../src/application/snippets/add-snippet";
import { listSnippets } from "../../../src/application/snippets/list-snippets";
import { removeSnippet } from "../../../src/application/snippets/remove-snippet";
import { updateSnippet } from "../../../src/application/snippets/update-snippet";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });
const greeting = { title: " Greeting ", content: "Hello **you**" };
const same = { title: undefined, content: undefined };

test("each user has snippets of their own, which they add, change and remove", async () => {
  const { ben, cleo, eventsOf } = await realm();
  const snippet = { id: 1, title: "Greeting", content: "Hello **you**", createdAt: aMoment };
  const events = await eventsOf(async () => {
    expect(await ben.does(addSnippet, greeting)).toBe(1);
    await ben.does(updateSnippet, 1, { ...same, title: "Hi" });
    await ben.does(updateSnippet, 1, { ...same, title: "Hi" });
    expect(await ben.does(listSnippets)).toEqual([{ ...snippet, title: "Hi" }]);
    await ben.does(removeSnippet, 1);
  });
  const by = { userId: ben.id };
  expect(events).toEqual([
    { type: "snippet_added", ...by, snippet },
    { type: "snippet_changed", ...by, snippet: { ...snippet, title: "Hi" } },
    { type: "snippet_removed", ...by, snippetId: 1 },
  ]);
  expect(await cleo.does(listSnippets)).toEqual([]);
});

test("a snippet has a title of at most sixty characters, and a content", async () => {
  const { ben } = await realm();
  await ben.does(addSnippet, greeting);
  for (const [change, message] of [
    [{ title: " " }, "Title cannot be empty."],
    [{ title: "t".repeat(61) }, "title is too long (limit: 60 characters)"],
    [{ content: " \n" }, "Content cannot be empty."],
  ] as const) {
    expect(await ben.isRefused(addSnippet, { ...greeting, ...change })).toBe(message);
    expect(await ben.isRefused(updateSnippet, 1, { ...same, ...change })).toBe(message);
  }
});

test("nobody changes another's snippet", async () => {
  const { ben, cleo } = await realm();
  await ben.does(addSnippet, greeting);
  for (const [who, id] of [
    [cleo, 1],
    [ben, 999],
  ] as const) {
    expect(await who.isRefused(updateSnippet, id, same)).toBe("Saved snippet does not exist.");
    expect(await who.isRefused(removeSnippet, id)).toBe("Saved snippet does not exist.");
  }
});
