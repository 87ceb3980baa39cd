import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as E from "fp-ts/Either";
import { checkFiles } from "../../../src/cli/doctor/check-files";
import { readConfig } from "../../../src/config/config";

const settledMilliseconds = 1000;

test("a check of an S3 server that never answers ends, and leaves no connection that keeps the command waiting", async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => {
    const forget = () => open.delete(socket);
    open.add(socket.resume().on("error", forget).on("close", forget));
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const config = readConfig({
    PARLEY_STORAGE: "s3",
    PARLEY_S3_BUCKET: "files",
    PARLEY_S3_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    PARLEY_S3_ACCESS_KEY: "key",
    PARLEY_S3_SECRET_KEY: "secret",
  });
  if (E.isLeft(config)) throw new Error(String(config.left));
  expect(await checkFiles(config.right, "foreign", 300)).toMatchObject({
    outcome: "broken",
    message: expect.stringContaining("no answer"),
  });
  await sleep(settledMilliseconds);
  expect(open.size).toBe(0);
  silent.close();
});
