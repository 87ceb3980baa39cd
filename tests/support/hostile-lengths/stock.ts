import type { FuzzedServer } from "../fuzz/fuzzed-server";
import { accountEmail, accountPassword, appleToken } from "../fuzz/good-values";

const webPush = {
  endpoint: "https://push.example.com/a",
  p256dh: `B${"A".repeat(86)}`,
  auth: "A".repeat(22),
};

/** What endpoints with an id in their path find under the number 1. */
const forms: readonly (readonly [path: string, form: Readonly<Record<string, string>>])[] = [
  ["/users", { email: accountEmail, full_name: "Account", password: accountPassword }],
  ["/register_client_device", {}],
  ["/drafts", { drafts: '[{"type":"","to":[],"topic":"a","content":"a"}]' }],
  ["/saved_snippets", { title: "a", content: "a" }],
  [
    "/scheduled_messages",
    { type: "direct", to: "[1]", content: "a", scheduled_delivery_timestamp: "4000000000" },
  ],
  ["/reminders", { message_id: "1", scheduled_delivery_timestamp: "4000000000", note: "a" }],
  ["/navigation_views", { fragment: "inbox", is_pinned: "true" }],
  ["/channel_folders/create", { name: "a", description: "a" }],
  ["/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }],
  [
    "/realm/playgrounds",
    { name: "a", pygments_language: "Python", url_template: "https://example.com/{code}" },
  ],
  ["/realm/profile_fields", { name: "a", field_type: "1" }],
  ["/realm/domains", { domain: "example.com", allow_subdomains: "true" }],
  ["/invites", { invitee_emails: "new@example.com", stream_ids: "[]" }],
  ["/invites/multiuse", {}],
  ["/user_groups/create", { name: "a", description: "a", members: "[1]" }],
  ["/default_stream_groups/create", { group_name: "a", description: "a", stream_names: '["open"]' }],
  ["/messages/2/reactions", { emoji_name: "tada" }],
  ["/users/me/apns_device_token", { token: appleToken, appid: "org.example.app" }],
  ["/users/me/android_gcm_reg_id", { token: "token" }],
  ["/users/me/web_push_subscriptions", webPush],
];

type Answer = Readonly<Record<string, unknown>>;

const csrf = "c".repeat(32);

/** Makes one of each kind of thing; says what it made, by what it is. */
export const stock = async (server: FuzzedServer): Promise<Readonly<Record<string, string>>> => {
  const origin = `http://127.0.0.1:${server.port}`;
  const Authorization = await server.authorizationOf(1);
  const send = async (method: string, path: string, body?: URLSearchParams | FormData): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { Authorization },
      body: body ?? null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  const made: Record<string, Answer> = {};
  for (const [path, form] of forms) made[path] = await send("POST", path, new URLSearchParams(form));
  const [channel, closed] = server.things.channels;
  const moderation = { moderation_request_channel_id: String(closed) };
  await send("PATCH", "/realm", new URLSearchParams(moderation));
  const question = { type: "channel", to: String(channel), topic: "a", content: "/poll a\nb" };
  const poll = await send("POST", "/messages", new URLSearchParams(question));
  const upload = new FormData();
  upload.append("file", new Blob(["hello"]), "a.txt");
  const { url } = await send("POST", "/user_uploads", upload);
  const [, , realm = "", ...file] = String(url).split("/");
  const temporary = await send("GET", `/user_uploads/${realm}/${file.join("/")}`);
  const [, , , token = "", name = ""] = String(temporary.url).split("/");
  const account = String(made["/users"]?.user_id);
  await send("PATCH", `/users/${account}`, new URLSearchParams({ role: "100" }));
  const cookie = await loggedIn(origin);
  const { sessions = [] } = await send("GET", `/users/${account}/sessions`);
  const groups = (await send("POST", "/register")).realm_default_stream_groups;
  return {
    account,
    cookie,
    session: String((sessions as readonly { id: unknown }[])[0]?.id),
    "channel group": String((groups as readonly { id: unknown }[])[0]?.id),
    device: String(made["/register_client_device"]?.device_id),
    group: String(made["/user_groups/create"]?.group_id),
    poll: String(poll.id),
    realm,
    file: file.join("/"),
    "temporary token": token,
    "temporary name": name,
  };
};

/** The cookies of a session of the account. */
const loggedIn = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: `csrftoken=${csrf}`, Origin: origin },
    body: new URLSearchParams({
      username: accountEmail,
      password: accountPassword,
      csrfmiddlewaretoken: csrf,
    }),
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  return [...cookies.filter((one) => !one?.startsWith("csrftoken=")), `csrftoken=${csrf}`].join("; ");
};
