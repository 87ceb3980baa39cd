import type { Clock } from "../../../src/application/ports/system/clock";

export const clockContract = (clock: Clock): void => {
  test("it counts milliseconds of Unix time, and doesn't go back", () => {
    const first = clock.now();
    expect(new Date(first).getUTCFullYear()).toBeGreaterThanOrEqual(2026);
    expect(clock.now()).toBeGreaterThanOrEqual(first);
  });
};
