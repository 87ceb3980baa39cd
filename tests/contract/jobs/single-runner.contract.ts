import type { OpenPersistence } from "../../support/storage/persistence";

export const singleRunnerContract = (open: OpenPersistence): void => {
  test("one of several processes does the work, and another can when it is done", async () => {
    const { singleRunner } = open();
    const other = open().singleRunner;
    let finish = () => {};
    const busy = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = singleRunner.ifFree("work", () => {
      begun();
      return busy;
    });
    await hasBegun;
    const second = jest.fn(async () => {});
    expect(await other.ifFree("work", second)).toBe(false);
    expect(await other.ifFree("other work", async () => {})).toBe(true);
    finish();
    expect(await first).toBe(true);
    expect(second).not.toHaveBeenCalled();
    expect(await other.ifFree("work", second)).toBe(true);
    expect(second).toHaveBeenCalledTimes(1);
  });

  test("work that fails releases the lock", async () => {
    const { singleRunner } = open();
    const failing = singleRunner.ifFree("failing", async () => {
      throw new Error("as told");
    });
    await expect(failing).rejects.toThrow("as told");
    expect(await singleRunner.ifFree("failing", async () => {})).toBe(true);
  });
};
