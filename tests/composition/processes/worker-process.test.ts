import childProcess, { type ForkOptions } from "node:child_process";
import { EventEmitter } from "node:events";
import type { ToPrimary } from "../../../src/composition/processes/messages";
import { WorkerProcess } from "../../../src/composition/processes/worker-process";

test("a worker that the system can't start has ended", async () => {
  const { fork } = childProcess;
  const forked = jest.spyOn(childProcess, "fork") as jest.SpyInstance;
  forked.mockImplementation((program: string, options: ForkOptions) =>
    fork(program, { ...options, execPath: "/nowhere/node" }),
  );
  const worker = new WorkerProcess();
  expect(await worker.ended).toContain("ENOENT");
  expect(worker.pid).toBeUndefined();
});

test("nothing is heard of a worker after its end, though the system may deliver its last messages later", async () => {
  const child = new EventEmitter();
  (jest.spyOn(childProcess, "fork") as jest.SpyInstance).mockReturnValue(child);
  const worker = new WorkerProcess();
  const heard: ToPrimary[] = [];
  worker.onMessage((message) => heard.push(message));
  child.emit("message", { kind: "asks for port" });
  child.emit("exit", null, "SIGKILL");
  child.emit("message", { kind: "opens" });
  expect(await worker.ended).toBe("SIGKILL");
  child.emit("message", { kind: "opens" });
  expect(heard).toEqual([{ kind: "asks for port" }]);
});
