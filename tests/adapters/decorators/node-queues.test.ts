import { NodeQueues } from "../../../src/adapters/decorators/node-queues";

const begun = async () => {
  const queues = new NodeQueues(1, (node) => new Error(`${node} is busy`));
  queues.pass("other")();
  return { queues, leave: await queues.enter("a") };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a call that has waited for ten seconds fails, and leaves the line to those behind it", async () => {
  const { queues, leave } = await begun();
  const late = expect(queues.enter("a")).rejects.toThrow("a is busy");
  jest.advanceTimersByTime(5000);
  const later = queues.enter("a");
  jest.advanceTimersByTime(5000);
  await late;
  leave();
  const leaveLater = await later;
  jest.advanceTimersByTime(20_000);
  leaveLater();
  expect(await queues.enter("a")).toBeDefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("calls that are refused together wait for nothing more", async () => {
  const { queues } = await begun();
  const refused = expect(queues.enter("a")).rejects.toThrow("silent");
  queues.refuse("a", new Error("silent"));
  await refused;
  expect(jest.getTimerCount()).toBe(0);
});
