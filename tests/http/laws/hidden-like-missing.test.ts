import request, { type Test } from "supertest";
import type { AnyEndpoint } from "../../../src/adapters/http/declaration/endpoint";
import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import type { Naming } from "../../../src/adapters/zulip-wire/codecs/named-things";
import type { Parameters } from "../../../src/adapters/zulip-wire/codecs/parameter";
import { newBot } from "../../../src/domain/bots/bot";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { aChannel, aProfileField, aSubscription, aUser } from "../../support/builders/entities";
import { type Browser, formToken, loggedIn } from "../../support/http/forms";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * Checks every parameter declared to name a user, channel, message or file, for every kind of caller who may not know
 * it: hidden things get the same answer as missing ones, byte for byte.
 */
const callers = [
  "member",
  "guest",
  "bot",
  "webhook",
  "moderator",
  "administrator",
  "browser",
  "spectator",
] as const;
type CallerName = (typeof callers)[number];
type Things = Readonly<Partial<Record<string, readonly (string | number)[]>>>;

/** Ids and names that don't exist, by kind and format. */
const absent: Readonly<Record<string, string | number>> = {
  "user id": 9_999_999,
  "user address": "never.was@example.com",
  "channel id": 9_999_999,
  "channel name": "never-was-2027",
  "message id": 9_999_999,
  "file id": 9_999_999,
  "invitation id": 9_999_999,
  "draft id": 9_999_999,
  "snippet id": 9_999_999,
  "scheduled message id": 9_999_999,
  "reminder id": 9_999_999,
  "session id": "0".repeat(16),
};

let server: TestServer;
/** Callers with an API key of their own. */
let clients: Readonly<Record<Exclude<CallerName, "browser" | "spectator">, Client>>;
/** A session of the member. */
let browser: { readonly agent: Browser; readonly token: string };
let webPublic: { readonly channel: number; readonly message: number };
let hidden: Readonly<Record<CallerName, Things>>;
/** What anyone may know, by kind and format. */
let known: Readonly<Record<string, string | number>>;
let own: Readonly<Record<CallerName, Readonly<Record<string, string>>>>;

const successOf = async (call: PromiseLike<request.Response>): Promise<Record<string, unknown>> => {
  const { body } = await call;
  if (body.result !== "success") throw new Error(JSON.stringify(body));
  return body;
};

const shared = 80;
const publicPlans = 81;

const makePeople = async (): Promise<void> => {
  const member = await server.newMember("Mia Member");
  const guest = aUser({ id: 500, role: "guest" });
  const bot = aUser({ id: 501, bot: newBot("generic", member.id) });
  const webhook = aUser({ id: 506, bot: newBot("incoming_webhook", member.id) });
  const moderator = aUser({ id: 507, role: "moderator" });
  const administrator = aUser({ id: 502, role: "administrator" });
  const henrietta = aUser({ id: 503, fullName: "Hidden Henrietta" });
  const deactivated = aUser({ id: 504, fullName: "Gone Gustav", isActive: false });
  const shy = aUser({
    id: 505,
    fullName: "Shy Sheila",
    settings: { ...aUser().settings, emailAddressVisibility: "nobody" },
  });
  const people = [guest, bot, administrator, henrietta, deactivated, shy, webhook, moderator];
  await server.append(...people.map((user) => ({ type: "user_created", user }) as const));
  await server.append(
    { type: "channel_created", channel: aChannel({ id: shared, name: "shared" }) },
    { type: "channel_created", channel: aChannel({ id: publicPlans, name: "public-plans" }) },
    {
      type: "subscribed",
      subscriptions: [member, guest, bot, administrator, webhook, moderator].map(({ id }) =>
        aSubscription(id, shared),
      ),
      firstMessageId: 1,
    },
    {
      type: "profile_fields_set",
      fields: [aProfileField({ id: 1, type: "users", name: "Mentor" })],
      removedIds: [],
    },
  );
  await successOf(
    server.owner.patch("/realm", { can_access_all_users_group: { new: systemGroupId("role:members") } }),
  );
  clients = {
    member,
    guest: server.clientOf(guest),
    bot: server.clientOf(bot),
    webhook: server.clientOf(webhook),
    moderator: server.clientOf(moderator),
    administrator: server.clientOf(administrator),
  };
  const agent = await loggedIn(server, member.email);
  browser = { agent, token: formToken((await agent.get("/account")).text) };
};

/** What people without an account may read. */
const openToTheWeb = async (): Promise<void> => {
  const { owner } = server;
  await successOf(owner.patch("/realm", { enable_spectator_access: true }));
  const { id } = await successOf(
    owner.post("/channels/create", { name: "open", is_web_public: true, subscribers: [owner.id] }),
  );
  const sent = await successOf(
    owner.post("/messages", { type: "channel", to: id, topic: "x", content: "x" }),
  );
  webPublic = { channel: id as number, message: sent.id as number };
  known = {
    "channel id": webPublic.channel,
    "channel name": "open",
    "message id": webPublic.message,
    "user id": owner.id,
    "user address": `user${owner.id}@chat.example.com`,
  };
};

const later = Math.floor(Date.now() / 1000) + 86_400;

/** The owner's private data. */
const ownersThings = async (messageId: number): Promise<Things> => {
  const { owner } = server;
  const [draft] = (
    await successOf(owner.post("/drafts", { drafts: [{ type: "", to: [], topic: "", content: "x" }] }))
  ).ids as number[];
  const snippet = await successOf(owner.post("/saved_snippets", { title: "secret", content: "x" }));
  const scheduled = await successOf(
    owner.post("/scheduled_messages", {
      type: "direct",
      to: [owner.id],
      content: "x",
      scheduled_delivery_timestamp: later,
    }),
  );
  const reminder = await successOf(
    owner.post("/reminders", { message_id: messageId, scheduled_delivery_timestamp: later }),
  );
  await loggedIn(server, owner.email);
  const { sessions } = (await owner.get("/users/me/sessions")).body as { sessions: { id: string }[] };
  return {
    "draft id": [draft ?? 0],
    "snippet id": [snippet.saved_snippet_id as number],
    "scheduled message id": [scheduled.scheduled_message_id as number],
    "reminder id": [reminder.reminder_id as number],
    "session id": sessions.map(({ id }) => id),
  };
};

const invitationOf = async (client: Client): Promise<number> => {
  await successOf(client.post("/invites", { invitee_emails: "invited@example.org", stream_ids: [] }));
  const { invites } = (await client.get("/invites")).body as { invites: { id: number }[] };
  return invites[0]?.id ?? 0;
};

const hideThings = async (): Promise<void> => {
  const { owner } = server;
  const { url } = (await request(server.http)
    .post("/api/v1/user_uploads")
    .auth(owner.email, owner.apiKey)
    .attach("file", Buffer.from("secret"), "secret.txt")
    .then(({ body }) => body)) as { url: string };
  const make = async (name: string) =>
    (await successOf(owner.post("/channels/create", { name, invite_only: true, subscribers: [owner.id] })))
      .id as number;
  const layoffs = await make("layoffs-2027");
  const closed = await make("closed-2026");
  const say = async (channel: number) =>
    (
      await successOf(
        owner.post("/messages", { type: "channel", to: channel, topic: "x", content: `see [f](${url})` }),
      )
    ).id as number;
  const secrets = [await say(layoffs), await say(closed)];
  await successOf(owner.delete(`/streams/${closed}`));
  const { attachments } = (await owner.get("/attachments")).body as { attachments: { id: number }[] };
  const personal = await ownersThings(secrets[0] ?? 0);
  const content = { ...personal, "message id": secrets, "file id": attachments.map(({ id }) => id) };
  const channels = { "channel id": [layoffs, closed], "channel name": ["layoffs-2027", "closed-2026"] };
  const invitations = { "invitation id": [await invitationOf(owner)] };
  // Everyone but guests may know this person, but nobody the address.
  const addresses = { "user address": ["person505@example.com"] };
  const membersSecrets = { ...content, ...channels, ...invitations, ...addresses };
  const outsidersSecrets = {
    ...content,
    ...invitations,
    "channel id": [layoffs, closed, publicPlans],
    "channel name": ["layoffs-2027", "closed-2026", "public-plans"],
    "user id": [503, 504],
    "user address": ["person503@example.com", "person504@example.com", "person505@example.com"],
  };
  hidden = {
    administrator: { ...content, ...addresses },
    moderator: membersSecrets,
    member: membersSecrets,
    browser: membersSecrets,
    bot: membersSecrets,
    webhook: membersSecrets,
    guest: outsidersSecrets,
    spectator: outsidersSecrets,
  };
};

/** Data of the callers themselves, so that requests fail only because of the named thing. */
const ownThings = async (client: Client): Promise<Readonly<Record<string, string>>> => {
  const to = { type: "channel", to: shared, topic: "x", content: "x" };
  const { id } = await successOf(client.post("/messages", to));
  const scheduled = await successOf(
    client.post("/scheduled_messages", { ...to, scheduled_delivery_timestamp: later }),
  );
  const drafts = await successOf(
    client.post("/drafts", { drafts: [{ type: "", to: [], topic: "", content: "x" }] }),
  );
  return {
    message_id: String(id),
    scheduled_message_id: String(scheduled.scheduled_message_id),
    scheduled_delivery_timestamp: String(later),
    draft_id: String((drafts.ids as number[])[0]),
    user_id: String(client.id),
    msg_ids: `[${id}]`,
  };
};

const good: Readonly<Record<string, string>> = {
  event_types: '["realm_domains"]',
  fetch_event_types: '["realm_domains"]',
  to: String(shared),
  topic: "x",
  topic_name: "x",
  content: "x",
  op: "remove",
  flag: "starred",
  narrow: "[]",
  anchor: "newest",
  num_before: "1",
  num_after: "1",
  stream_id: String(shared),
  user_group_id: "8",
  visibility_policy: "1",
  name: "A name",
  description: "x",
  full_name: "A Name",
  short_name: "short",
  emoji_name: "car",
  property: "is_muted",
  value: "true",
  status_text: "x",
  report_type: "spam",
  msg_type: "widget",
  bot_id: "501",
  invite_expires_in_minutes: "10",
  invitee_emails: "new@example.org",
  stream_ids: "[]",
  members: "[]",
  subscriptions: '[{"name":"shared"}]',
  field_id: "1",
  integration: "json",
  payload: "{}",
};

const pathOf = (declared: AnyEndpoint, values: Readonly<Record<string, string>>): string => {
  const path = declared.at.replace(/\{\+?(\w+)\}/g, (_all, name) =>
    (values[name] ?? "1").split("/").map(encodeURIComponent).join("/"),
  );
  return (rootEndpoints as readonly AnyEndpoint[]).includes(declared) ? path : `/api/v1${path}`;
};

/** The request as one kind of caller sends it. */
const sent = (caller: CallerName, declared: AnyEndpoint, path: string): Test => {
  const { method } = declared;
  if (caller === "spectator") return request(server.http)[method](path);
  if (caller === "browser")
    return browser.agent[method](path.replace(/^\/api\/v1\//, "/json/")).set("X-CSRFToken", browser.token);
  const { email, apiKey } = clients[caller];
  return declared.caller === "webhook"
    ? request(server.http)[method](`${path}?api_key=${apiKey}`)
    : request(server.http)[method](path).auth(email, apiKey);
};

const call = async (caller: CallerName, declared: AnyEndpoint, values: Readonly<Record<string, string>>) => {
  const names = Object.keys(declared.params);
  const form = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  const asked = sent(caller, declared, pathOf(declared, values));
  const { status, text } = await (declared.method === "get"
    ? asked.query(form)
    : asked.type("form").send(form));
  return `${status} ${text
    .replace(/"queue_id":"[^"]+"/, "")
    .replace(/\/near\/\d+/g, "/near/")
    .replace(/^(\{"result":"success","msg":"","\w*id":)\d+(?=\}|,"message_url")/, "$1")}`;
};

/** The answer without values echoed from the request. */
const withoutName = (answer: string, name: string | number): string =>
  typeof name === "number"
    ? answer.replace(new RegExp(`(?<!\\d)${name}(?!\\d)`, "g"), "…")
    : answer.replaceAll(encodeURIComponent(name), "…").replaceAll(name, "…");

const places: Readonly<Record<string, readonly string[]>> = {
  channel: ["stream", "channel"],
  user: ["direct", "private"],
};

/** Another parameter may choose the kind of thing named. Each of its values is tried. */
const typesOf = (
  { params }: AnyEndpoint,
  name: string,
  { kind }: Naming,
): readonly Record<string, string>[] => {
  const words = (params as Parameters).type?.type.schema.enum as readonly string[] | undefined;
  const ops = (params as Parameters).op?.type.schema.enum as readonly string[] | undefined;
  const op = ops ? { op: ops[0] ?? "" } : {};
  if (words === undefined) return [op];
  const fitting = (name === "content" ? undefined : places[kind]) ?? ["channel"];
  return words.filter((word) => fitting.includes(word)).map((type) => ({ type, ...op }));
};

/** Parameters that can't be combined with the tested one. */
const without = (declared: AnyEndpoint, name: string): readonly string[] => {
  if (name === "message_ids") return ["anchor", "num_before", "num_after"];
  if (name === "stream" && declared.at.endsWith("muted_topics")) return ["stream_id"];
  return [];
};

/** Without an account, a narrow must say that it stays within what is open to the web. */
const webPublicTerm = { operator: "channels", operand: "web-public" };

const forCaller = (caller: CallerName, name: string, written: string): string =>
  caller === "spectator" && name === "narrow"
    ? JSON.stringify([webPublicTerm, ...JSON.parse(written)])
    : written;

/** Terms of a narrow that require an account, whatever they name. */
const needsAccount = (caller: CallerName, at: string, written: string): boolean =>
  caller === "spectator" && at === "/messages" && /"operator":"(dm|dm-including|with)"/.test(written);

type Case = readonly [string, AnyEndpoint, string, Naming, CallerName];

/** Spectators can't get past the login of other endpoints, so there would be nothing to compare. */
const callersOf = ({ caller }: AnyEndpoint): readonly CallerName[] => {
  if (caller === "webhook") return ["webhook"];
  return caller === "user" ? callers.filter((name) => name !== "spectator") : callers;
};

const cases: readonly Case[] = [...allEndpoints(false), ...rootEndpoints].flatMap((declared) =>
  Object.entries({ ...(declared.path as Parameters), ...(declared.params as Parameters) }).flatMap(
    ([name, { type }]) =>
      type.names.flatMap((naming) =>
        callersOf(declared).map((caller): Case => {
          const title = `${declared.method} ${declared.at}: ${name} as ${naming.kind} ${naming.by}`;
          return [title, declared, name, naming, caller];
        }),
      ),
  ),
);

beforeAll(async () => {
  server = await startServer();
  await makePeople();
  await openToTheWeb();
  await hideThings();
  const member = await ownThings(clients.member);
  own = {
    member,
    browser: member,
    guest: await ownThings(clients.guest),
    bot: await ownThings(clients.bot),
    webhook: { ...member, user_id: String(clients.webhook.id) },
    moderator: await ownThings(clients.moderator),
    administrator: await ownThings(clients.administrator),
    spectator: {
      message_id: String(webPublic.message),
      stream_id: String(webPublic.channel),
      user_id: String(server.owner.id),
      msg_ids: `[${webPublic.message}]`,
      narrow: JSON.stringify([webPublicTerm]),
    },
  };
});
afterAll(() => server.stop());

test("every parameter that names something is in the table", () => {
  expect(cases.length).toBeGreaterThan(800);
  const titles = new Set(cases.map(([title]) => title));
  for (const title of [
    "post /external/{integration}: stream as channel name",
    "post /messages: to as channel name",
    "post /messages: to as user address",
    "post /scheduled_messages: to as user id",
    "get /messages: narrow as user address",
    "patch /drafts/{draft_id}: draft as channel id",
    "delete /users/me/subscriptions: principals as user id",
    "delete /attachments/{attachment_id}: attachment_id as file id",
    "delete /invites/{invite_id}: invite_id as invitation id",
    "delete /saved_snippets/{saved_snippet_id}: saved_snippet_id as snippet id",
    "delete /users/me/sessions/{session_id}: session_id as session id",
  ])
    expect(titles).toContain(title);
});

test("spectators are compared wherever they may name something", () => {
  const titles = new Set(cases.filter(([, , , , caller]) => caller === "spectator").map(([title]) => title));
  for (const title of [
    "get /messages/{message_id}: message_id as message id",
    "get /messages: message_ids as message id",
    "get /messages: narrow as channel id",
    "get /messages: narrow as channel name",
    "get /messages: narrow as message id",
    "get /messages: narrow as user id",
    "get /users/me/{stream_id}/topics: stream_id as channel id",
    "get /users: user_ids as user id",
    "post /register: narrow as channel id",
  ])
    expect(titles).toContain(title);
});

/** One test per endpoint instead of one per row, which is faster and easier to read. */
const byEndpoint = new Map<string, Case[]>();
for (const one of cases) {
  const name = `${one[1].method} ${one[1].at}`;
  byEndpoint.set(name, [...(byEndpoint.get(name) ?? []), one]);
}

test.each([...byEndpoint])("%s answers the same for hidden and missing things", async (_name, ofEndpoint) => {
  const differences: unknown[] = [];
  for (const [title, declared, name, naming, caller] of ofEndpoint) {
    const key = `${naming.kind} ${naming.by}`;
    for (const hiddenValue of hidden[caller][key] ?? [])
      for (const more of typesOf(declared, name, naming)) {
        const values = { ...good, realm_id_str: String(server.realmId), ...own[caller], ...more };
        const rest = Object.fromEntries(
          Object.entries(values).filter(([one]) => !without(declared, name).includes(one)),
        );
        const answer = async (value: string | number) => {
          const written = forCaller(caller, name, naming.write(value));
          return withoutName(await call(caller, declared, { ...rest, [name]: written }), value);
        };
        const [one, other] = [await answer(absent[key] ?? ""), await answer(hiddenValue)];
        // A request that ends at the login says nothing about what it names.
        const within = caller === "spectator" ? await answer(known[key] ?? "") : one;
        const isRefused = within.startsWith("401");
        if (isRefused !== needsAccount(caller, declared.at, naming.write(hiddenValue)))
          differences.push({ title, caller, more, beyondLogin: within });
        if (one !== other)
          differences.push({ title, caller, more, there: hiddenValue, absent: one, hidden: other });
      }
  }
  expect(differences).toEqual([]);
});
