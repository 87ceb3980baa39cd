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

test("all spellings that find an account have one key, and no other spelling has it", () => {
  /** The letters that fold to the same one, for each letter of the account's address. */
  const spellings = ["iIİı", "rR", "iIİı", "sSſ", ".", "Σσς"];
  const spelling = fc
    .tuple(...spellings.map((letters) => fc.constantFrom(...letters)))
    .map((letters) => `${letters.join("")}@example.com`);
  let found = 0;
  fc.assert(
    fc.property(spelling, (email) => {
      const isFound = state.userByEmail(email) !== undefined;
      if (isFound) found += 1;
      const isSpelledAlike = email.replace(/[IRS]/g, (letter) => letter.toLowerCase()) === ann.email;
      expect([email, isFound, addressKey(email) === addressKey(ann.email)]).toEqual([
        email,
        isSpelledAlike,
        isSpelledAlike,
      ]);
    }),
    { numRuns: 1000 },
  );
  expect(found).toBeGreaterThan(5);
});
