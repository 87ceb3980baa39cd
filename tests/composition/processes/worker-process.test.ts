import childProcess, { type ForkOptions } from "node:child_process";
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
