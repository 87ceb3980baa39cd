import { addAlertWords } from "../../../src/application/users/add-alert-words";
import { listAlertWords } from "../../../src/application/users/list-alert-words";
import { memoryRealm } from "../../support/application/memory-realm";

test("each user has separate alert words", async () => {
  const { ann, ben } = await memoryRealm({ people: { ann: "member", ben: "member" } });
  await ann.does(addAlertWords, ["tea"]);
  expect(await ann.does(listAlertWords)).toEqual(["tea"]);
  expect(await ben.does(listAlertWords)).toEqual([]);
});
