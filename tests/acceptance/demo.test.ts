import { onServer } from "../support/clients/zulip-client";
import { installation } from "../support/program/installation";

const parley = installation();

test("the demo fills a realm once, beside a running server that shows it at once", async () => {
  const url = await parley.run("main").url();
  const filled = await parley.run("cli/parley", {}, ["demo"]).ended;
  expect(filled).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Added 12 people, \d channels, 3 groups and \d{3} messages\.\nLog in at http:\/\/127\.0\.0\.1:\d+ while the server runs\.\n$/,
    ),
  });

  const password = /amara@example\.com.*shown only once: (\S+)/.exec(filled.output)?.[1] ?? "";
  const amara = await onServer(url, "amara@example.com", password);
  const before = await amara.messages.retrieve({ anchor: "newest", num_before: 1000, num_after: 0 });
  expect(before.messages.length).toBeGreaterThan(100);
  // The talk fills the last days, in order.
  const times = before.messages.map(({ timestamp }) => timestamp);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2 * 86_400);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now() / 1000);
  // Nobody reads mail at the demo's addresses.
  const ownPassword = /Password, shown only once: (\S+)/.exec(filled.output)?.[1] ?? "";
  const owner = await onServer(url, "demo@example.com", ownPassword);
  for (const client of [amara, owner])
    expect(
      await client.callEndpoint("/register", "POST", { fetch_event_types: '["user_settings"]' }),
    ).toMatchObject({
      user_settings: {
        enable_offline_email_notifications: false,
        enable_followed_topic_email_notifications: false,
      },
    });

  const again = await parley.run("cli/parley", {}, ["demo"]).ended;
  expect(again).toEqual({ code: 0, output: "The demo already exists; nothing was changed.\n" });
  const after = await amara.messages.retrieve({ anchor: "newest", num_before: 1000, num_after: 0 });
  expect(after.messages).toEqual(before.messages);
});

describe("an organization that the demo didn't create", () => {
  const inUse = installation();

  test("is filled only on request", async () => {
    await inUse
      .run("main", {
        PARLEY_REALM_NAME: "Maps",
        PARLEY_OWNER_EMAIL: "ada@maps.example",
        PARLEY_OWNER_PASSWORD: "seven blue elephants",
      })
      .url();
    expect(await inUse.run("cli/parley", {}, ["demo"]).ended).toMatchObject({
      code: 1,
      output: expect.stringMatching(/"Maps" .*PARLEY_DATA_DIR.*--into-existing/),
    });
    expect(await inUse.run("cli/parley", {}, ["demo", "--into-existing"]).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining("Added 12 people"),
    });
  });
});
