import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
});
afterAll(() => server.stop());

const save = async (title: string, content: string) =>
  (await ben.post("/saved_snippets", { title, content })).body;
const change = async (id: number, form: object) => (await ben.patch(`/saved_snippets/${id}`, form)).body;

test("snippets are saved, changed and removed, with events for all devices", async () => {
  const events = await listenTo(ben, ["saved_snippets"]);
  const { saved_snippet_id: id, ...rest } = await save(" Greeting ", "Hello **you**");
  expect(rest).toEqual(success());
  const saved = { id, title: "Greeting", content: "Hello **you**", date_created: expect.any(Number) };
  expect((await ben.get("/saved_snippets")).body).toEqual(success({ saved_snippets: [saved] }));
  expect((await cleo.get("/saved_snippets")).body.saved_snippets).toEqual([]);
  expect(await change(id, { title: "Hi" })).toEqual(success());
  expect(await change(id, { title: "Hi" })).toEqual(success());
  const { body } = await ben.post("/register", { fetch_event_types: ["saved_snippets"], event_types: [] });
  expect(body.saved_snippets).toEqual([{ ...saved, title: "Hi" }]);
  expect((await ben.delete(`/saved_snippets/${id}`)).body).toEqual(success());
  expect(await events()).toEqual([
    { type: "saved_snippets", op: "add", saved_snippet: saved },
    { type: "saved_snippets", op: "update", saved_snippet: { ...saved, title: "Hi" } },
    { type: "saved_snippets", op: "remove", saved_snippet_id: id },
  ]);
  expect(await change(id, { title: "x" })).toEqual(failure("Saved snippet does not exist."));
  expect(await save(" ", "x")).toEqual(failure("Title cannot be empty."));
});
