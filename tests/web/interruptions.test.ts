import { watchForInterruptions } from "../../web/src/offline/interruptions";

const page = new EventTarget();
const view = { hidden: false };
const world = globalThis as unknown as { window: unknown; document: unknown };
const { window, document } = world;

beforeEach(() => {
  jest.useFakeTimers();
  view.hidden = false;
  world.window = page;
  world.document = view;
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(world, { window, document });
});

/** Says whether the signal of now has been aborted since the last look. */
const watched = () => {
  const current = watchForInterruptions();
  let signal = current();
  return () => {
    const { aborted } = signal;
    signal = current();
    return aborted;
  };
};
const look = () => void jest.advanceTimersByTime(5000);
/** Lets no timer run for so long, and then all that are due, once. */
const sleep = (milliseconds: number) => {
  jest.setSystemTime(Date.now() + milliseconds);
  look();
};

test.each(["online", "offline"])("requests from before are interrupted when the browser says %s", (type) => {
  const wasInterrupted = watched();
  page.dispatchEvent(new Event(type));
  expect(wasInterrupted()).toBe(true);
  expect(wasInterrupted()).toBe(false);
});

test("a visible window that slept for 20 seconds is interrupted, one with slow timers isn't", () => {
  const wasInterrupted = watched();
  for (let time = 0; time < 9; time += 1) sleep(15_000);
  expect(wasInterrupted()).toBe(false);
  sleep(16_000);
  expect(wasInterrupted()).toBe(true);
});

test("timers that a hidden window gets once a minute aren't sleep, also when it is shown meanwhile", () => {
  const wasInterrupted = watched();
  view.hidden = true;
  look();
  for (let minute = 0; minute < 9; minute += 1) sleep(56_000);
  view.hidden = false;
  sleep(50_000);
  expect(wasInterrupted()).toBe(false);
  sleep(16_000);
  expect(wasInterrupted()).toBe(true);
});

test("a hidden window that slept is interrupted too", () => {
  const wasInterrupted = watched();
  view.hidden = true;
  look();
  sleep(10 * 60_000);
  expect(wasInterrupted()).toBe(true);
});
