import type { Seals } from "../../../src/application/ports/system/seals";
import fc from "../../support/random/fast-check";

export const sealsContract = (seals: Seals): void => {
  test("sealed text opens as it was, and can't be read", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(seals.open(seals.seal(text))).toBe(text);
      }),
    );
    expect(seals.seal("secret link")).not.toContain("secret link");
  });

  test("text that nobody sealed doesn't open", () => {
    for (const text of ["", "secret link", "c2VjcmV0"]) expect(seals.open(text)).toBeUndefined();
  });
};
