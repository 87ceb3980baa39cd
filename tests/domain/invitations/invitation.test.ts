import { addressesIn, hasExpired, isOpen, mailedWithinDay } from "../../../src/domain/invitations/invitation";
import { anInvitation } from "../../support/builders/entities";
import { processorSeconds } from "../../support/measures/processor";
import fc from "../../support/random/fast-check";

test("finds addresses between commas and newlines, with or without names, each once", () => {
  expect(addressesIn("a@x.org, Bea <b@x.org>\nA@X.org,,\n c@x.org ")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
  ]);
  expect(addressesIn(" ,\n")).toEqual([]);
  // The Kelvin sign folds to `k`, but its mailbox may be another person's.
  expect(addressesIn("kim@x.org, \u212Aim@x.org, KIM@x.org")).toEqual(["kim@x.org", "\u212Aim@x.org"]);
});

test("a list of many opening brackets is read quickly", () => {
  expect(processorSeconds(() => addressesIn("<".repeat(1_000_000)))).toBeLessThan(20);
});

test("in any list, no address is empty or repeated", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a@x.org", "A@x.org", "<b@x.org>", "", " ", "x")), (entries) => {
      const found = addressesIn(entries.join(","));
      expect(found).not.toContain("");
      expect(new Set(found.map((one) => one.toLowerCase())).size).toBe(found.length);
    }),
  );
});

test("an invitation is open until it expires, is used or is revoked", () => {
  const ending = anInvitation({ expiresAt: 100 });
  expect([isOpen(ending, 99), isOpen(ending, 100), hasExpired(ending, 100)]).toEqual([true, false, true]);
  expect(isOpen(anInvitation({ expiresAt: null }), Number.MAX_SAFE_INTEGER)).toBe(true);
  expect((["used", "revoked"] as const).map((status) => isOpen(anInvitation({ status }), 0))).toEqual([
    false,
    false,
  ]);
});

test("invitation mail counts toward the limit for a day", () => {
  const day = 86_400_000;
  const invitations = [anInvitation({ mailedAt: [1, 2] }), anInvitation({ mailedAt: [day] })];
  expect(mailedWithinDay(invitations, day)).toBe(3);
  expect(mailedWithinDay(invitations, day + 1)).toBe(2);
  expect(mailedWithinDay(invitations, 2 * day)).toBe(0);
});
