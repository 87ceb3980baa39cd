import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { endSlowBodies } from "../../../../src/adapters/http/admission/slow-bodies";

afterEach(() => void jest.useRealTimers());

test("a body that nobody reads isn't watched any longer than its connection lasts", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance", "Date"] });
  let watching = 0;
  const server = createServer()
    .on("request", endSlowBodies(60_000))
    .on("request", (_request, response) => {
      watching = jest.getTimerCount();
      response.writeHead(401).end();
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf");
  const [request] = await once(server, "request");
  socket.resume().destroy();
  if (!request.socket.destroyed) await once(request.socket, "close");
  await new Promise((resolve) => setImmediate(resolve));
  expect([watching, jest.getTimerCount()]).toEqual([1, 0]);
  server.close();
});
