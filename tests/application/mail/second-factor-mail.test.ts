import { secondFactorMail } from "../../../src/application/mail/second-factor-mail";
import { aMoment } from "../../support/application/fakes";
import { aRealm, aUser } from "../../support/builders/entities";

test("news of second factors go to the user's address, at once, with a link to the page that shows them", () => {
  const realm = aRealm({ name: "Acme", subdomain: "acme" });
  const news = { what: "added", factorName: "App" } as const;
  const job = secondFactorMail(
    { siteUrl: () => "https://chat.example.com" },
    realm,
    aUser({ email: "ben@example.com" }),
    news,
    aMoment,
  );
  expect(job).toEqual({
    kind: "deliver_mail",
    dueAt: aMoment,
    isSecret: true,
    payload: {
      to: "ben@example.com",
      letter: {
        kind: "second_factors",
        realmName: "Acme",
        news,
        link: "https://acme.chat.example.com/account/two-factors",
      },
    },
  });
});
