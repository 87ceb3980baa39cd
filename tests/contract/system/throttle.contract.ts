import type { Throttle } from "../../../src/application/ports/system/throttle";

/** @param attempts How many attempts at a login it lets through. */
export const throttleContract = (open: () => Throttle, attempts: number): void => {
  test("each rule allows its number of attempts per key, and a reset allows them again", async () => {
    const throttle = open();
    for (let taken = 0; taken < attempts; taken += 1) {
      expect(await throttle.isUsedUp("login", "a")).toBe(false);
      expect(await throttle.take("login", "a")).toBeUndefined();
    }
    expect(await throttle.isUsedUp("login", "a")).toBe(true);
    expect(await throttle.take("login", "a")).toBeGreaterThan(0);
    expect(await throttle.take("login", "b")).toBeUndefined();
    expect(await throttle.take("login_from", "a")).toBeUndefined();
    await throttle.forget("login", "a");
    expect(await throttle.isUsedUp("login", "a")).toBe(false);
    expect(await throttle.take("login", "a")).toBeUndefined();
  });

  test("asking whether attempts are used up counts none", async () => {
    const throttle = open();
    for (let asked = 0; asked <= attempts; asked += 1) await throttle.isUsedUp("login", "asked");
    expect(await throttle.take("login", "asked")).toBeUndefined();
  });
};
