import { ClockWatch } from "../../src/application/monitoring/clock-watch";
import { startAll } from "../../src/composition/lifecycle/lifecycle";
import { recurringWork } from "../../src/composition/recurring-work";
import { memoryApplication } from "../support/application/memory-application";

const minute = 60_000;

const throwing = ({ err }: { readonly err: unknown }): void => {
  throw err;
};

/** Runs a process's periodic work for a minute, and returns which of its stores were asked. */
const doneInAMinute = async (role: "all" | "jobs" | "web", { ahead }: { readonly ahead: number }) => {
  const { services, clock } = await memoryApplication();
  const sharedClock = { now: async () => clock.now() - ahead };
  const clockWatch = new ClockWatch({ clock, sharedClock, onError: () => {} });
  await clockWatch.compare();
  const touch = jest.spyOn(services.queueStore, "touch");
  const save = jest.spyOn(services.presenceStore, "save");
  const removeIdle = jest.spyOn(services.queueStore, "removeIdle");
  jest.useFakeTimers();
  const works = recurringWork({ patientServices: services, clockWatch }, role, (err) => throwing({ err }));
  const running = await startAll(works, throwing);
  await jest.advanceTimersByTimeAsync(minute);
  const done = {
    savesQueues: touch.mock.calls.length > 0,
    savesPresence: save.mock.calls.length > 0,
    removesIdleQueues: removeIdle.mock.calls.length > 0,
  };
  await running.stop();
  jest.useRealTimers();
  return done;
};

test.each(["all", "jobs", "web"] as const)(
  "a process with the role %s saves its queues and presence every minute, also while its clock is wrong",
  async (role) => {
    const saving = { savesQueues: true, savesPresence: true };
    expect(await doneInAMinute(role, { ahead: 0 })).toEqual({ ...saving, removesIdleQueues: role !== "web" });
    expect(await doneInAMinute(role, { ahead: minute })).toEqual({ ...saving, removesIdleQueues: false });
  },
);
