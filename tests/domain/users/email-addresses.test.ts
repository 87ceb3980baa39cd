import { addressKey, isSameAddress } from "../../../src/domain/users/email";
import { aRealmState, aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";

const ann = aUser({ id: 1, email: "iris.Σ@example.com" });
const state = aRealmState({ users: [ann] });

test("the case of ASCII letters doesn't matter, and any other difference does", () => {
  expect(isSameAddress("Iris@Example.COM", "iris@example.com")).toBe(true);
  for (const other of ["İris@example.com", "ıris@example.com", "iriſ@example.com", "iris@example.com "])
    expect([other, isSameAddress(other, "iris@example.com")]).toEqual([other, false]);
});

test("another mailbox finds nobody, though no second account may have its address", () => {
  expect(state.userByEmail("IRIS.Σ@example.com")?.id).toBe(ann.id);
  for (const other of ["İris.Σ@example.com", "iris.σ@example.com", "iris.ς@example.com"])
    expect(state.userByEmail(other)).toBeUndefined();
  expect(state.holderOfEmail("İRIS.σ@example.com")?.id).toBe(ann.id);
});

test("all spellings that find an account have one key", () => {
  const letter = fc.constantFrom(..."iIİıΣσςsſS.");
  fc.assert(
    fc.property(fc.array(letter, { minLength: 6, maxLength: 6 }), (letters) => {
      const spelling = `${letters.join("")}@example.com`;
      if (state.userByEmail(spelling)) expect(addressKey(spelling)).toBe(addressKey(ann.email));
      expect(state.userByEmail(spelling) !== undefined).toBe(isSameAddress(spelling, ann.email));
    }),
  );
});
