import { type AddressInfo, connect } from "node:net";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.stop());

const statusOf = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.http.address() as AddressInfo).port, "127.0.0.1");
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString("latin1", 9, 12));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.write(`${head}\r\n\r\n`);
  });

const basic = () =>
  `Authorization: Basic ${Buffer.from(`${server.owner.email}:${server.owner.apiKey}`).toString("base64")}`;

test.each([
  ["GET /api/v1/server_settings", "200"],
  ["GET /api/v1/users/me", "200"],
  ["GET /json/users/me", "401"],
  ["GET /login", "200"],
  ["GET /avatar/1", "200"],
  ["GET /user_uploads/1/aa/none.png", "401"],
  ["GET /api/v1/external/json?api_key=none", "405"],
  ["OPTIONS /api/v1/tus", "204"],
])("%s without a host is answered as at the server's own address", async (line, usual) => {
  const named = await statusOf(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${basic()}`);
  expect(named[0]).toBe(usual[0]);
  expect(await statusOf(`${line} HTTP/1.1\r\nHost:\r\n${basic()}`)).toBe(named);
  expect(await statusOf(`${line} HTTP/1.0\r\n${basic()}`)).toBe(named);
});
