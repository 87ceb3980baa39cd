import { Questions } from "../../../src/adapters/wakeup/questions";

test("each question gets its own answer", async () => {
  const questions = new Questions<string>(1000);
  const asked: number[] = [];
  const ask = () => questions.ask(async (question) => asked.push(question));
  const answers = Promise.all([ask(), ask()]);
  for (const question of asked.toReversed()) questions.answered(question, `answer ${question}`);
  expect(await answers).toEqual(asked.map((question) => `answer ${question}`));
});

test("a process that has ended or stays silent gives no answer", async () => {
  jest.useFakeTimers();
  const questions = new Questions<string>(1000);
  expect(await questions.ask(() => Promise.reject(new Error("It has ended")))).toBeUndefined();
  const silent = questions.ask(async () => undefined);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await silent).toBeUndefined();
});
