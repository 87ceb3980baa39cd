import type { RandomTokens } from "../../../src/application/ports/system/random-tokens";

export const randomTokensContract = (tokens: RandomTokens): void => {
  test("UUIDs are of version 4, and each is new", () => {
    const uuids = Array.from({ length: 100 }, tokens.uuid);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(uuids).size).toBe(100);
  });

  test("passwords can be typed, and each is new", () => {
    const passwords = Array.from({ length: 100 }, tokens.password);
    for (const password of passwords) expect(password).toMatch(/^[a-z0-9-]{10,}$/);
    expect(new Set(passwords).size).toBe(100);
  });
};
