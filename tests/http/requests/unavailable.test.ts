import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

test("exports and summaries are refused with an explanation", async () => {
  await ben.patch("/settings", { allow_private_data_export: true }).expect(200);
  expect((await owner.get("/export/realm")).body).toEqual({ ...success(), exports: [] });
  const { body } = await owner.get("/export/realm/consents");
  const consent = (user_id: number, consented: boolean) => ({
    user_id,
    consented,
    email_address_visibility: 1,
  });
  expect(body.export_consents).toEqual(
    expect.arrayContaining([consent(owner.id, false), consent(ben.id, true)]),
  );
  expect((await owner.post("/export/realm", { export_type: "public" })).body).toEqual(
    failure("This server doesn't offer exports through the API. Ask its operator."),
  );
  expect((await owner.get("/messages/summary", { narrow: [] })).body).toEqual(
    failure("AI features are not enabled on this server."),
  );
});
