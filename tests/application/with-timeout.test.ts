import { withTimeout } from "../../src/application/with-timeout";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("work that ends in time keeps its outcome, and no timer stays", async () => {
  await expect(withTimeout("No answer", 2000, Promise.resolve(7))).resolves.toBe(7);
  await expect(withTimeout("No answer", 2000, Promise.reject(new Error("refused")))).rejects.toThrow(
    "refused",
  );
  expect(jest.getTimerCount()).toBe(0);
});

test("silent work is rejected once its time is up", async () => {
  const outcome = withTimeout("No answer", 2000, new Promise(() => {})).catch(String);
  await jest.advanceTimersByTimeAsync(1999);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("Error: No answer within 2000 ms");
});
