import { PendingRequests } from "../../../src/adapters/wakeup/pending-requests";

test("each request gets its own answer", async () => {
  const requests = new PendingRequests<string>(1000);
  const asked: number[] = [];
  const ask = () => requests.ask(async (request) => asked.push(request));
  const answers = Promise.all([ask(), ask()]);
  for (const request of asked.toReversed()) requests.answered(request, `answer ${request}`);
  expect(await answers).toEqual(asked.map((request) => `answer ${request}`));
});

test("a process that has ended or stays silent gives no answer", async () => {
  jest.useFakeTimers();
  const requests = new PendingRequests<string>(1000);
  expect(await requests.ask(() => Promise.reject(new Error("It has ended")))).toBeUndefined();
  const silent = requests.ask(async () => undefined);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await silent).toBeUndefined();
});

test("an answered request leaves no timer behind", async () => {
  jest.useFakeTimers();
  const requests = new PendingRequests<string>(1000);
  const answer = requests.ask(async (request) => requests.answered(request, "answer"));
  expect(await answer).toBe("answer");
  expect(jest.getTimerCount()).toBe(0);
});
