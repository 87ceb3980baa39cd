import request from "supertest";
import { failure, success } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("programs can ask without login whether they are new enough", async () => {
  for (const path of ["/compatibility", "/api/v1/compatibility"]) {
    const ask = (client: string) => request(server.http).get(path).set("User-Agent", client);
    expect((await ask("ZulipMobile/30.0")).body).toEqual(success());
    const old = await ask("ZulipInvalid/5.0");
    expect([old.status, old.body]).toEqual([400, failure("Client is too old")]);
  }
});
