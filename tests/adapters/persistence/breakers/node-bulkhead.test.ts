import { NodeBulkhead } from "../../../../src/adapters/persistence/breakers/node-bulkhead";

const begun = async () => {
  const bulkhead = new NodeBulkhead(1, (node) => new Error(`${node} is busy`));
  bulkhead.pass("other")();
  return { bulkhead, leave: await bulkhead.enter("a") };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a call that has waited for ten seconds fails, and leaves the line to those behind it", async () => {
  const { bulkhead, leave } = await begun();
  const late = expect(bulkhead.enter("a")).rejects.toThrow("a is busy");
  jest.advanceTimersByTime(5000);
  const later = bulkhead.enter("a");
  jest.advanceTimersByTime(5000);
  await late;
  leave();
  const leaveLater = await later;
  jest.advanceTimersByTime(20_000);
  leaveLater();
  expect(await bulkhead.enter("a")).toBeDefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("calls that are refused together wait for nothing more", async () => {
  const { bulkhead } = await begun();
  const refused = expect(bulkhead.enter("a")).rejects.toThrow("silent");
  bulkhead.refuse("a", new Error("silent"));
  await refused;
  expect(jest.getTimerCount()).toBe(0);
});
