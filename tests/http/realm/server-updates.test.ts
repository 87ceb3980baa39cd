import { readFileSync } from "node:fs";
import { announceUpdates } from "../../../src/application/realm/announce-updates";
import { serverUpdates } from "../../../src/domain/realm/server-update";
import { listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/** Announcements of new releases to organizations that want them. */
let server: TestServer;
let owner: Client;
let channel: number;

beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  const created = await owner.post("/channels/create", { name: "news", subscribers: [owner.id] });
  channel = created.body.id;
});
afterEach(() => server.stop());

const enable = (to = channel) => owner.patch("/realm", { zulip_update_announcements_stream_id: to });
const upgraded = (from = 0) =>
  server.append({ type: "realm_changed", change: { settings: { announcedUpdate: from } } });
const announce = () => announceUpdates(server.services)();
const news = async () => {
  const narrow = [{ operator: "channel", operand: channel }];
  const { body } = await owner.get("/messages", {
    anchor: "newest",
    num_before: 50,
    num_after: 0,
    narrow,
    apply_markdown: false,
  });
  return (body.messages as { subject: string; content: string; sender_full_name: string }[]).map(
    ({ subject, content, sender_full_name: sender }) => ({ subject, content, sender }),
  );
};
const texts = serverUpdates.map(({ text }) => ({
  subject: "Parley updates",
  content: text,
  sender: "Notification Bot",
}));

test("after an upgrade, the notification bot posts the news to the announcement channel once", async () => {
  expect((await enable()).body).toEqual(success({ zulip_update_announcements_stream_id: channel }));
  await upgraded();
  const events = await listenTo(owner, ["realm", "message"]);
  await Promise.all([announce(), announce()]);
  await announce();
  expect(await news()).toEqual(texts);
  expect((await events()).map((event) => (event as { type: string }).type)).toEqual(
    texts.map(() => "message"),
  );
});

test("clients do not see which update was announced last", async () => {
  await enable();
  const { body } = await owner.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(Object.keys(body).filter((name) => /announced/.test(name))).toEqual([]);
  expect(body.realm_zulip_update_announcements_stream_id).toBe(channel);
});

test("the announced updates match the entries of the change log", () => {
  const changes = readFileSync("CHANGELOG.md", "utf8");
  for (const { heading, text } of serverUpdates) {
    expect(changes).toContain(`**${heading}**`);
    expect(text.length).toBeLessThan(2000);
  }
});
