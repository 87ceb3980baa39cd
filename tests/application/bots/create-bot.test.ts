import { createBot } from "../../../src/application/bots/create-bot";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { memoryRealm } from "../../support/application/memory-realm";

type Wanted = Parameters<ReturnType<typeof createBot>>[1];
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  fullName: "Weather",
  shortName: "weather",
  realmHost: "chat.example.com",
  type: "generic",
  serviceName: undefined,
  payloadUrl: "",
  interface: "native",
  config: {},
  defaultSendingChannel: "",
  defaultEventsChannel: "",
  defaultAllPublicChannels: false,
  ...more,
});
const realm = () =>
  memoryRealm({
    people: { ann: "member", gus: "guest" },
    channels: { lunch: { of: ["ann"] }, secret: { privacy: "private", of: ["owner"] } },
  });

test("a new bot is a member with an address, a key and the caller as its owner", async () => {
  const { ann, lunch, services, realmId, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    const { user, apiKey } = await ann.does(createBot, wanted({ defaultSendingChannel: "lunch" }));
    expect(apiKey).toBe(services.apiKeys.keyOf(realmId, user.id, 1));
  });
  expect(events).toMatchObject([
    {
      type: "user_created",
      user: {
        fullName: "Weather",
        email: "weather-bot@chat.example.com",
        role: "member",
        bot: { type: "generic", ownerId: ann.id, defaultSendingChannelId: lunch, service: null },
      },
    },
  ]);
});

test("an outgoing webhook has a service, named like the bot unless it says otherwise", async () => {
  const { ann } = await realm();
  const outgoing = {
    type: "outgoing_webhook",
    payloadUrl: "https://hooks.example.com/x",
    interface: "slack",
  } as const;
  const made = await ann.does(createBot, wanted({ ...outgoing, config: { a: "b" } }));
  expect(made.user.bot).toMatchObject({
    type: "outgoing_webhook",
    service: { name: "weather", url: "https://hooks.example.com/x", interface: "slack" },
    config: { a: "b" },
  });
});

test.each<[string, Partial<Wanted>, string]>([
  ["a taken address", { shortName: "taken", fullName: "Other" }, "Username already in use"],
  ["a bad address", { shortName: "a b" }, "Bad name or username"],
  ["no address", { shortName: "" }, "Bad name or username"],
  ["a bot's name", { fullName: "TAKEN", shortName: "x" }, "Name is already in use."],
  ["a bad name", { fullName: "**" }, "Invalid characters in name!"],
  ["an unknown type", { type: undefined }, "Invalid bot type"],
  ["an embedded program", { type: "embedded" }, "Embedded bots are not enabled."],
  ["no payload URL", { type: "outgoing_webhook" }, "payload_url is not a URL"],
  [
    "a payload URL of a file",
    { type: "outgoing_webhook", payloadUrl: "file:///x" },
    "payload_url is not a URL",
  ],
  [
    "an unknown interface type",
    { type: "outgoing_webhook", payloadUrl: "http://x.example", interface: undefined },
    "Invalid interface type",
  ],
  ["an unknown channel", { defaultSendingChannel: "none" }, "Invalid channel name 'none'"],
  ["a channel its owner can't see", { defaultEventsChannel: "secret" }, "Invalid channel name 'secret'"],
])("refuses %s", async (_what, more, message) => {
  const { ann, eventsOf } = await realm();
  await ann.does(createBot, wanted({ fullName: "Taken", shortName: "taken" }));
  const events = await eventsOf(async () =>
    expect(await ann.isRefused(createBot, wanted(more))).toBe(message),
  );
  expect(events).toEqual([]);
});

test("the total size of a bot's settings is limited", async () => {
  const { ann } = await realm();
  const config = { key: "x".repeat(9_997) };
  expect(await ann.isRefused(createBot, wanted({ config: { ...config, k: "" } }))).toMatch(/10000/);
  await ann.does(createBot, wanted({ config }));
});

test("one realm setting decides who can create bots, and another decides who can create incoming webhooks", async () => {
  const { ann, gus, allow } = await realm();
  await allow("canCreateBotsGroup", systemGroupId("role:administrators"));
  expect(await ann.isRefused(createBot, wanted())).toBe("Insufficient permission");
  await ann.does(createBot, wanted({ type: "incoming_webhook" }));
  await allow("canCreateWriteOnlyBotsGroup", systemGroupId("role:administrators"));
  const another = wanted({ type: "incoming_webhook", shortName: "b", fullName: "B" });
  expect(await ann.isRefused(createBot, another)).toBe("Insufficient permission");
  expect(await gus.isRefused(createBot, wanted())).toBe("Not allowed for guest users");
});
