import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { redisBus } from "../../../src/adapters/wakeup/redis-bus";

test("a Redis that accepts the connection and doesn't answer fails it in time, and nothing stays open", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket.resume().on("error", () => undefined));
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  const bus = redisBus(`redis://127.0.0.1:${port}`, "parley", 200);
  await expect(
    bus.connect(
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow("Redis didn't answer within 200 ms");
  // It closes once all connections have ended.
  await new Promise((resolve) => silent.close(resolve));
  expect(sockets).toHaveLength(1);
});
