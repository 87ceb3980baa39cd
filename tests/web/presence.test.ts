import { keepPresence } from "../../web/src/offline/presence";
import { presencesUpTo } from "../../web/src/store/organization";
import type { Registration } from "../../web/src/wire/registration";

const page = new EventTarget();
const world = globalThis as unknown as { window: unknown; document: unknown };
const { window, document } = world;
let hasFocus = true;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000_000 });
  hasFocus = true;
  world.window = page;
  world.document = { hasFocus: () => hasFocus, visibilityState: "visible" };
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(world, { window, document });
});

/** Keeps presence with a server that answers each report with the next update, after a registration that knew of 5. */
const setUp = (isMachineIdle?: boolean) => {
  const reports: (readonly [isActive: boolean, lastUpdateId: number])[] = [];
  const learned: object[] = [];
  let known = 5;
  const end = keepPresence({
    isMachineIdle: () => isMachineIdle,
    report: async (isActive, lastUpdateId) => {
      reports.push([isActive, lastUpdateId]);
      if (reports.length === 2) throw new Error("no connection");
      return {
        presences: { 7: { active_timestamp: reports.length } },
        presence_last_update_id: reports.length * 10,
      };
    },
    upTo: () => known,
    learn: ({ presences, presence_last_update_id: upTo }) => {
      learned.push(presences);
      known = upTo;
    },
  });
  return { reports, learned, end };
};

test("each report learns how others have been since the last answer, or since the registration", async () => {
  const { reports, learned, end } = setUp();
  await jest.advanceTimersByTimeAsync(120_000);
  end();
  await jest.advanceTimersByTimeAsync(120_000);
  expect(reports).toEqual([
    [true, 5],
    [true, 10],
    [true, 10],
  ]);
  expect(learned).toEqual([{ 7: { active_timestamp: 1 } }, { 7: { active_timestamp: 3 } }]);
});

test("somebody who reads for some minutes stays active, and is idle after five without a sign of them", async () => {
  const { reports, end } = setUp();
  await jest.advanceTimersByTimeAsync(280_000);
  expect(reports.map(([isActive]) => isActive)).not.toContain(false);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(reports.at(-1)?.[0]).toBe(false);
  page.dispatchEvent(new Event("pointermove"));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(reports.at(-1)?.[0]).toBe(true);
  end();
});

test("somebody who comes back is active at once, and a pointer that only crosses the window isn't them", async () => {
  hasFocus = false;
  const { reports, end } = setUp();
  page.dispatchEvent(new Event("pointermove"));
  expect(reports).toEqual([[false, 5]]);
  hasFocus = true;
  for (const type of ["focus", "pointermove", "keydown"]) page.dispatchEvent(new Event(type));
  expect(reports.map(([isActive]) => isActive)).toEqual([false, true]);
  await jest.advanceTimersByTimeAsync(54_000);
  expect(reports).toHaveLength(2);
  end();
});

test("a window behind others, or in the background, says that its user is idle", async () => {
  hasFocus = false;
  world.document = { hasFocus: () => hasFocus, visibilityState: "hidden" };
  const { reports, end } = setUp();
  expect(reports).toEqual([[false, 5]]);
  end();
});

test("the desktop app knows better whether its user is at the machine", () => {
  hasFocus = false;
  const { reports, end } = setUp(false);
  expect(reports).toEqual([[true, 5]]);
  end();
});

test("a registration and reports bring everybody's presence up to date; an event only brings one person's", () => {
  const registered = presencesUpTo.start({ presence_last_update_id: 7 } as Registration);
  expect(registered).toBe(7);
  const presences = { 3: { active_timestamp: 1 } };
  expect(presencesUpTo.next(registered, { id: 1, type: "presence", presences })).toBe(7);
  expect(presencesUpTo.next(registered, { id: 2, type: "presence", presences, upTo: 9 })).toBe(9);
});
