import { restMilliseconds, SecondLooks } from "../../../src/application/held-realms/second-looks";
import type { RealmState } from "../../../src/domain/state/realm-state";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("while the database is slow, a realm is read by one request at a time", async () => {
  const answers: (() => void)[] = [];
  const newest = jest.fn(
    () => new Promise<RealmState>((resolve) => answers.push(() => resolve({} as RealmState))),
  );
  const looks = new SecondLooks({ directory: { newest } });
  const guesses = Array.from({ length: 100 }, () => looks.newest(1));
  await jest.advanceTimersByTimeAsync(20 * restMilliseconds);
  expect(newest).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(newest).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await Promise.all(guesses);
});

test("after a failed read, a realm is read again", async () => {
  const newest = jest.fn(async (): Promise<RealmState> => Promise.reject(new Error("away")));
  const looks = new SecondLooks({ directory: { newest } });
  await expect(looks.newest(1)).rejects.toThrow("away");
  const next = expect(looks.newest(1)).rejects.toThrow("away");
  await jest.advanceTimersByTimeAsync(restMilliseconds);
  await next;
  expect(newest).toHaveBeenCalledTimes(2);
});
