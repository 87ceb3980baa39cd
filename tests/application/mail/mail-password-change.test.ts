import * as E from "fp-ts/Either";
import { byServer } from "../../../src/application/caller";
import { mailPasswordChange } from "../../../src/application/mail/mail-password-change";
import { memoryRealm } from "../../support/application/memory-realm";

test("the user is mailed a link to the page that asks for another password, in the commit of the change", async () => {
  const { services, realmId, ben, user, mails } = await memoryRealm({ people: { ben: "member" } });
  const changed = await user(ben);
  await services.inTransaction(byServer(realmId), async (tx) =>
    E.right(mailPasswordChange(services, tx, changed)),
  );
  expect(await mails()).toEqual([
    {
      to: "ben@example.com",
      letter: {
        kind: "password_changed",
        realmName: "Example",
        link: "https://chat.example.com/accounts/password/reset",
      },
    },
  ]);
});
