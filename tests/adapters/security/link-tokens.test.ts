import { signedLinkTokens } from "../../../src/adapters/security/link-tokens";
import { secretSeals } from "../../../src/adapters/security/seals";
import fc from "../../support/random/fast-check";

const tokens = signedLinkTokens("a secret of thirty-two characters or more");
const others = signedLinkTokens("another secret of thirty-two characters");

test("a token of another server is invalid", () => {
  const token = tokens.write("invitation", { realm: 1, invitation: 2 });
  expect(others.read("invitation", token)).toBeUndefined();
});

test("a token changed anywhere is invalid", () => {
  const token = tokens.write("sign_up", { realm: 1, email: "é@example.com", expiresAt: 5 });
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom("A", "z", "."), (place, sign) => {
      const changed = token.slice(0, place) + sign + token.slice(place + 1);
      fc.pre(changed !== token);
      expect(tokens.read("sign_up", changed)).toBeUndefined();
    }),
  );
});

test("a token for one purpose is invalid for every other, even with the same values", () => {
  const ofUser = { realm: 1, user: 2, expiresAt: 5, proof: "p" };
  const reset = tokens.write("reset_password", ofUser);
  expect(tokens.read("reset_password", reset)).toEqual(ofUser);
  for (const purpose of ["second_factor", "first_realm", "app_set_up", "new_address", "sign_up"] as const)
    expect(tokens.read(purpose, reset)).toBeUndefined();
  const half = tokens.write("second_factor", ofUser);
  expect([half === reset, tokens.read("reset_password", half)]).toEqual([false, undefined]);
  expect(tokens.proof("reset_password", "x")).not.toBe(tokens.proof("second_factor", "x"));
});

test("a sealed value opens only with the same secret, and looks different each time", () => {
  const seals = secretSeals("a secret of thirty-two characters or more");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = seals.seal(text);
      expect(seals.open(sealed)).toBe(text);
      expect(seals.seal(text)).not.toBe(sealed);
    }),
  );
  const sealed = seals.seal("secret link");
  const other = secretSeals("another secret of thirty-two characters");
  expect(other.open(sealed)).toBeUndefined();
  expect(seals.open(`${sealed.slice(0, -6)}AAAAAA`)).toBeUndefined();
});
