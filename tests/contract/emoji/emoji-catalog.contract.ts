import type { EmojiCatalog } from "../../../src/application/ports/emoji/emoji-catalog";

/** The catalog must have `car` (1f697), and `smile` as an old name of 1f642. */
export const emojiCatalogContract = (catalog: EmojiCatalog): void => {
  test("an emoji is found by its name, and known by its code", () => {
    expect(catalog.codeOf("car")).toBe("1f697");
    expect(catalog.hasCode("1f697")).toBe(true);
  });

  test("what is no emoji has no code", () => {
    for (const name of ["", "Car", "no such emoji", "1f697", "constructor"])
      expect(catalog.codeOf(name)).toBeUndefined();
    for (const code of ["", "car", "1F697", "1f697-1f697"]) expect(catalog.hasCode(code)).toBe(false);
  });

  test("an old name belongs to the emoji that had it, and to no other", () => {
    expect(catalog.wasCalled("1f642", "smile")).toBe(true);
    expect(catalog.wasCalled("1f697", "smile")).toBe(false);
    expect(catalog.wasCalled("1f697", "car")).toBe(false);
  });
};
