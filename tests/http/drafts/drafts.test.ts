import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

const draft = (more: object = {}) => ({
  type: "",
  to: [],
  topic: "",
  content: "later",
  timestamp: 1_700_000_000,
  ...more,
});
const add = async (...drafts: object[]) => (await ben.post("/drafts", { drafts })).body;
const list = async (who = ben) => (await who.get("/drafts")).body;
const invalid = (msg: string, variable = "drafts") =>
  failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: variable });

test("a draft can be changed and removed", async () => {
  const { ids } = await add(draft({ content: "first" }));
  const events = await listenTo(ben, ["drafts"]);
  const changed = draft({
    type: "stream",
    to: [general],
    topic: "t",
    content: "second",
    timestamp: 1_700_000_001,
  });
  expect((await ben.patch(`/drafts/${ids[0]}`, { draft: changed })).body).toEqual(success());
  expect((await list()).drafts).toContainEqual({ ...changed, id: ids[0] });
  expect((await ben.delete(`/drafts/${ids[0]}`)).body).toEqual(success());
  expect((await list()).drafts.map(({ id }: { id: number }) => id)).not.toContain(ids[0]);
  expect(await events()).toEqual([
    { type: "drafts", op: "update", draft: { ...changed, id: ids[0] } },
    { type: "drafts", op: "remove", draft_id: ids[0] },
  ]);
  const again = await ben.delete(`/drafts/${ids[0]}`);
  expect([again.status, again.body]).toEqual([404, failure("Draft does not exist")]);
});

test.each(["1e400", "1.5", "1e308", "99999999999999999999", "253402300800"])(
  "refuses %s as a draft's timestamp",
  async (time) => {
    const written = JSON.stringify(draft({ timestamp: 0 })).replace('"timestamp":0', `"timestamp":${time}`);
    const before = await list();
    expect((await ben.post("/drafts", { drafts: `[${written}]` })).body).toEqual(
      invalid('Invalid drafts[0]["timestamp"]'),
    );
    const { ids } = await add(draft());
    expect((await ben.patch(`/drafts/${ids[0]}`, { draft: written })).body).toEqual(
      invalid('Invalid draft["timestamp"]', "draft"),
    );
    await ben.delete(`/drafts/${ids[0]}`);
    expect(await list()).toEqual(before);
  },
);
