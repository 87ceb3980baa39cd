import type { ApiKeys } from "../../../src/application/ports/api-keys/api-keys";

export const apiKeysContract = (keys: ApiKeys): void => {
  test("each version of each user of each realm has its own key, of 32 letters and digits", () => {
    const all = [keys.keyOf(1, 2, 1), keys.keyOf(1, 2, 2), keys.keyOf(1, 3, 1), keys.keyOf(2, 2, 1)];
    for (const key of all) expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(new Set(all).size).toBe(4);
    expect(keys.keyOf(1, 2, 1)).toBe(all[0]);
  });

  test("only its own key is the key of a user", () => {
    const key = keys.keyOf(1, 2, 1);
    expect(keys.isKeyOf(1, 2, 1, key)).toBe(true);
    expect(keys.isKeyOf(1, 2, 2, key)).toBe(false);
    for (const guess of ["", key.slice(1), `${key}x`]) expect(keys.isKeyOf(1, 2, 1, guess)).toBe(false);
  });

  test("a bot's webhook token stays the same, and no other bot has it", () => {
    const token = keys.webhookTokenOf(1, 2);
    expect(keys.webhookTokenOf(1, 2)).toBe(token);
    expect([keys.webhookTokenOf(1, 3), keys.webhookTokenOf(2, 2), keys.keyOf(1, 2, 1)]).not.toContain(token);
  });
};
