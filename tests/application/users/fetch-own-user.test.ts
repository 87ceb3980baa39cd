import { fetchOwnUser } from "../../../src/application/users/fetch-own-user";
import { seenUsers } from "../../support/application/seen-users";

test("the caller's own account includes the id of the newest message they received", async () => {
  const { cleo, shared } = await seenUsers();
  expect((await cleo.does(fetchOwnUser)).newestMessageId).toBeUndefined();
  const newestMessageId = await cleo.says(shared);
  expect(await cleo.does(fetchOwnUser)).toMatchObject({ user: { fullName: "Cleo" }, newestMessageId });
});
