import { wait } from "../../web/src/app/wait";

const page = new EventTarget();
const visibility = new EventTarget();
const world = globalThis as unknown as { window: unknown; document: unknown };
const { window, document } = world;

beforeEach(() => {
  jest.useFakeTimers();
  world.window = page;
  world.document = visibility;
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(world, { window, document });
});

const watched = () => {
  const state = { isOver: false };
  const over = wait(30_000).then(() => {
    state.isOver = true;
  });
  return { state, over };
};

test.each([
  ["online", page],
  ["offline", page],
  ["visibilitychange", visibility],
] as const)("a wait ends at once when the browser says %s", async (type, target) => {
  const { state, over } = watched();
  target.dispatchEvent(new Event(type));
  await over;
  expect(state.isOver).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test("without a sign of change it takes its time", async () => {
  const { state, over } = watched();
  await jest.advanceTimersByTimeAsync(29_999);
  expect(state.isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await over;
  expect(state.isOver).toBe(true);
});
