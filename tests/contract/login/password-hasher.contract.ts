import type { PasswordHasher } from "../../../src/application/ports/login/password-hasher";

export const passwordHasherContract = (hasher: PasswordHasher): void => {
  test("a hash fits its password alone, and isn't the password", async () => {
    const hash = await hasher.hash("correct horse");
    expect(hash).not.toBe("correct horse");
    expect(await hasher.verify(hash, "correct horse")).toBe(true);
    for (const guess of ["", "correct horse ", "Correct horse", hash])
      expect(await hasher.verify(hash, guess)).toBe(false);
  });

  test("no password fits a missing hash", async () => {
    for (const guess of ["", "undefined", "nobody's password"])
      expect(await hasher.verify(undefined, guess)).toBe(false);
  });
};
