import { forgetSignOn } from "../../../src/application/sign-on/forget-sign-on";
import { signOn } from "../../../src/application/sign-on/sign-on";
import { aVisitor } from "../../support/application/fakes";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({ people: { ann: "member", ben: "member", bot: { botOf: "ann" } } });
  const { services, realmId } = founded;
  const person = { provider: "https://login.example.com", fullName: "Ann" };
  return {
    ...founded,
    come: (subject: string, email = "ann@example.com") =>
      signOn(services)(aVisitor(realmId), { ...person, subject, email })(),
    forget: (email: string) => forgetSignOn(services)(realmId, email)(),
  };
};

test("an account whose link was removed is linked to the next person who signs on with its address", async () => {
  const { ann, come, forget, world, realmId } = await realm();
  successOf(await come("first"));
  expect(refusalOf(await come("second"))).toMatch(/belongs to somebody else/);
  successOf(await forget("ANN@example.com"));
  const entries = await world.persistence.auditLog.page(
    realmId,
    { kinds: ["user_sign_on_unlinked"] },
    undefined,
    9,
  );
  expect(entries).toMatchObject([{ target: { type: "user", id: ann.id } }]);
  expect(successOf(await come("second"))).toEqual({ kind: "known", userId: ann.id });
  expect(refusalOf(await come("first"))).toMatch(/belongs to somebody else/);
});

test("the audit log has nothing about an account without a link", async () => {
  const { forget, world, realmId } = await realm();
  successOf(await forget("ann@example.com"));
  const kinds = ["user_sign_on_unlinked"] as const;
  expect(await world.persistence.auditLog.page(realmId, { kinds }, undefined, 9)).toEqual([]);
});

test("the links of other accounts stay", async () => {
  const { ben, come, forget } = await realm();
  successOf(await come("ben", "ben@example.com"));
  successOf(await forget("ann@example.com"));
  expect(successOf(await come("ben", "elsewhere@example.com"))).toEqual({ kind: "known", userId: ben.id });
});

test("refuses an address without an account, and that of a bot", async () => {
  const { forget } = await realm();
  for (const email of ["nobody@example.com", "bot@example.com"])
    expect(refusalOf(await forget(email))).toBe("No such user");
});
