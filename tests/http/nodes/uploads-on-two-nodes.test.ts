import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import request, { type Test } from "supertest";
import { startServer, type TestServer } from "../../support/http/http-application";

/** Two processes on one PostgreSQL and one store of files. */
let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await startServer();
  two = await one.restarted();
  await new Promise<void>((resolve) => one.http.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  two.http.close();
  await two.close();
  one.http.closeAllConnections();
  await one.stop();
});

const tus = "1.0.0";
const as = (test: Test) => test.auth(one.owner.email, one.owner.apiKey).set("Tus-Resumable", tus);
const send = (on: TestServer, location: string, offset: number, content: string) =>
  as(request(on.http).patch(location))
    .set("Upload-Offset", String(offset))
    .set("Content-Type", "application/offset+octet-stream")
    .send(content);
const begin = async (size: number): Promise<string> => {
  const metadata = `filename ${Buffer.from("a.txt").toString("base64")}`;
  const { headers } = await as(request(one.http).post("/api/v1/tus"))
    .set("Upload-Length", `${size}`)
    .set("Upload-Metadata", metadata);
  return headers.location ?? "";
};

test("a request to another node interrupts the one whose client is gone, and continues after it", async () => {
  const location = await begin(20);
  const stalled = rawRequest({
    port: (one.http.address() as AddressInfo).port,
    path: location,
    method: "PATCH",
    auth: `${one.owner.email}:${one.owner.apiKey}`,
    headers: {
      "Tus-Resumable": tus,
      "Upload-Offset": "0",
      "Content-Length": 20,
      "Content-Type": "application/offset+octet-stream",
    },
  });
  const interrupted = new Promise<string>((resolve) => {
    stalled.on("response", () => resolve("answered"));
    stalled.on("error", () => resolve("cut off"));
  });
  const begun = new Promise((resolve) => one.http.once("request", resolve));
  stalled.write("0123456789");
  await begun;
  const { uploadReservations } = one.services;
  const path = decodeURIComponent(location.slice("/api/v1/tus/".length));
  const realmId = Number(path.split("/")[0]);
  // The first node holds it once nobody else can.
  while (await uploadReservations.hold(realmId, path, "test", 1))
    await uploadReservations.releaseHold(realmId, path, "test");
  const { headers } = await as(request(two.http).head(location));
  expect(await interrupted).toBeTruthy();
  expect(Number(headers["upload-offset"])).toBe(10);
  const done = await send(two, location, 10, "9876543210");
  expect([done.status, done.body.filename]).toEqual([200, "a.txt"]);
  const { text } = await as(request(two.http).get(done.body.url));
  expect(text).toBe("01234567899876543210");
});

test("the same piece sent to both nodes at once becomes one file", async () => {
  for (let round = 0; round < 5; round += 1) {
    const location = await begin(10);
    const answers = await Promise.all(
      [one, two, one, two].map((node) => send(node, location, 0, "0123456789")),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { body } = await one.owner.get("/attachments");
    const path = decodeURIComponent(location.slice("/api/v1/tus/".length));
    expect(body.attachments.filter((file: { path_id: string }) => file.path_id === path)).toHaveLength(1);
  }
});
