import { readFileSync } from "node:fs";
import { announceUpdates } from "../../src/application/realm/announce-updates";
import { serverUpdates } from "../../src/domain/server-update";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { listenTo, success } from "../support/queue";

/** What organizations are told of a new release, where they want to be. */
let server: TestServer;
let owner: Client;
let channel: number;

beforeEach(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  const made = await owner.post("/channels/create", { name: "news", subscribers: [owner.id] });
  channel = made.body.id;
});
afterEach(() => server.stop());

const wanted = (to = channel) => owner.patch("/realm", { zulip_update_announcements_stream_id: to });
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

test("after an upgrade the notification bot writes what is new to the channel for it, once", async () => {
  expect((await wanted()).body).toEqual(success({ zulip_update_announcements_stream_id: channel }));
  await upgraded();
  const events = await listenTo(owner, ["realm", "message"]);
  await Promise.all([announce(), announce()]);
  await announce();
  expect(await news()).toEqual(texts);
  expect((await events()).map((event) => (event as { type: string }).type)).toEqual(
    texts.map(() => "message"),
  );
});

test("who asks to be told is told of what comes later, and nobody else of anything", async () => {
  await announce();
  await wanted();
  await announce();
  expect(await news()).toEqual([]);
  await wanted(-1);
  await upgraded();
  await announce();
  expect(await news()).toEqual([]);
  await wanted();
  await announce();
  expect(await news()).toEqual([]);
});

test("only what is newer than the last news is written, and none to an archived channel, now or later", async () => {
  await wanted();
  await upgraded(serverUpdates.length - 1);
  await announce();
  expect(await news()).toEqual(texts.slice(-1));
  await upgraded();
  await owner.delete(`/streams/${channel}`);
  await announce();
  await owner.patch(`/streams/${channel}`, { is_archived: false });
  await announce();
  expect(await news()).toEqual(texts.slice(-1));
});

test("where a channel has but one topic, news has none either", async () => {
  await wanted();
  await owner.patch(`/streams/${channel}`, { topics_policy: "empty_topic_only" });
  await upgraded();
  await announce();
  expect((await news()).map(({ subject }) => subject)).toEqual(texts.map(() => "general chat"));
});

test("how far an organization has been told stays with the server", async () => {
  await wanted();
  const { body } = await owner.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(Object.keys(body).filter((name) => /announced/.test(name))).toEqual([]);
  expect(body.realm_zulip_update_announcements_stream_id).toBe(channel);
});

test("what is told is of the change log, and each entry is", () => {
  const changes = readFileSync("CHANGELOG.md", "utf8");
  for (const { heading, text } of serverUpdates) {
    expect(changes).toContain(`**${heading}**`);
    expect(text.length).toBeLessThan(2000);
  }
});
