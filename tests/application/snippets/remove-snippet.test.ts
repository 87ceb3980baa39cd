import { addSnippet } from "../../../src/application/snippets/add-snippet";
import { listSnippets } from "../../../src/application/snippets/list-snippets";
import { removeSnippet } from "../../../src/application/snippets/remove-snippet";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  await founded.ben.does(addSnippet, { title: "Greeting", content: "Hello **you**" });
  return founded;
};

test("the event names the snippet, which is gone", async () => {
  const { ben, eventsOf } = await realm();
  expect(await eventsOf(() => ben.does(removeSnippet, 1))).toEqual([
    { type: "snippet_removed", userId: ben.id, snippetId: 1 },
  ]);
  expect(await ben.does(listSnippets)).toEqual([]);
});

test("nobody removes another's snippet, or one that doesn't exist", async () => {
  const { ben, cleo } = await realm();
  expect(await cleo.isRefused(removeSnippet, 1)).toBe("Saved snippet does not exist.");
  expect(await ben.isRefused(removeSnippet, 999)).toBe("Saved snippet does not exist.");
});
