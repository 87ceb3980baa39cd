import { addSnippet } from "../../../src/application/snippets/add-snippet";
import { listSnippets } from "../../../src/application/snippets/list-snippets";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

test("users see only their own snippets", async () => {
  const { ben, cleo } = await memoryRealm({ people: { ben: "member", cleo: "member" } });
  const greeting = { title: "Greeting", content: "Hello **you**" };
  await ben.does(addSnippet, greeting);
  expect(await ben.does(listSnippets)).toEqual([{ id: 1, ...greeting, createdAt: aMoment }]);
  expect(await cleo.does(listSnippets)).toEqual([]);
});
