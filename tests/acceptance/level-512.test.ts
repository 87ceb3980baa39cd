import { createHmac } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aHeicPicture } from "../support/builders/images";
import { type Answer, connect, type ZulipJs } from "../support/clients/zulip-js/client";
import operations from "../support/clients/zulip-operations.json";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";

/** What Zulip's newer levels added, tested on the built program through zulip-js or fetch. */
const parley = installation();
const jwtKey = "a secret of thirty-two characters or more";
let url: string;
let owner: ZulipJs;
let ben: ZulipJs;
let benId: number;
let general: number;
let messageId: number;
let groupId: number;
let uploaded: string;

beforeAll(async () => {
  url = await parley
    .run("main", { ...firstRealm, PARLEY_JWT_KEY: jwtKey, PARLEY_GIPHY_KEY: "for GIFs" })
    .url();
  const as = (username: string) => connect({ realm: url, username, password: ownerPassword });
  owner = await as(firstRealm.PARLEY_OWNER_EMAIL);
  const account = { email: "ben@example.com", full_name: "Ben", password: ownerPassword };
  benId = Number((await owner.users.create(account)).user_id);
  ben = await as(account.email);
  general = Number((await owner.streams.getStreamId("general")).stream_id);
  const sentMessage = { type: "channel", to: general, topic: "new", content: "Hello" };
  messageId = Number((await owner.messages.send(sentMessage)).id);
  uploaded = await upload();
});

const keyed = (client: ZulipJs): string =>
  `Basic ${Buffer.from(`${client.config.username}:${client.config.apiKey}`).toString("base64")}`;
const upload = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-phone-"));
  const file = join(folder, "phone.heic");
  writeFileSync(file, aHeicPicture());
  const answer = await ben.callEndpoint("/user_uploads", "POST", { file: createReadStream(file) });
  rmSync(folder, { recursive: true });
  return String(answer.url);
};
const signed = (payload: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}`;
  return `${content}.${createHmac("sha256", jwtKey).update(content).digest("base64url")}`;
};
const post = async (path: string, form: Record<string, string>): Promise<Answer> =>
  (await (
    await fetch(`${url}/api/v1${path}`, { method: "POST", body: new URLSearchParams(form) })
  ).json()) as Answer;

const success = expect.objectContaining({ result: "success", msg: "" });
const failure = (msg: string | RegExp) =>
  expect.objectContaining({ result: "error", msg: expect.stringMatching(msg) });
const soon = () => Math.floor(Date.now() / 1000) + 15;
const reminders = async () => (await ben.callEndpoint("/reminders")).reminders as { reminder_id: number }[];

const cases: readonly (readonly [operation: string, prove: () => Promise<void>])[] = [
  [
    "POST /reminders",
    async () => {
      const wanted = { message_id: messageId, note: "again", scheduled_delivery_timestamp: soon() };
      expect(await ben.callEndpoint("/reminders", "POST", wanted)).toEqual(success);
      expect(
        await ben.callEndpoint("/reminders", "POST", {
          ...wanted,
          scheduled_delivery_timestamp: soon() + 3600,
        }),
      ).toEqual(success);
    },
  ],
  ["GET /reminders", async () => expect((await reminders()).length).toBeGreaterThanOrEqual(1)],
  [
    "DELETE /reminders/{reminder_id}",
    async () => {
      const id = (await reminders()).at(-1)?.reminder_id;
      expect(await ben.callEndpoint(`/reminders/${id}`, "DELETE")).toEqual(success);
    },
  ],
  [
    "POST /navigation_views",
    async () => {
      const view = { fragment: "narrow/is/alerted", is_pinned: "true", name: "Mine" };
      expect(await ben.callEndpoint("/navigation_views", "POST", view)).toEqual(success);
    },
  ],
  [
    "PATCH /navigation_views/{fragment}",
    async () =>
      expect(
        await ben.callEndpoint("/navigation_views/narrow%2Fis%2Falerted", "PATCH", { is_pinned: "false" }),
      ).toEqual(success),
  ],
  [
    "GET /navigation_views",
    async () =>
      expect(await ben.callEndpoint("/navigation_views")).toMatchObject({
        navigation_views: [{ fragment: "narrow/is/alerted", is_pinned: false, name: "Mine" }],
      }),
  ],
  [
    "DELETE /navigation_views/{fragment}",
    async () =>
      expect(await ben.callEndpoint("/navigation_views/narrow%2Fis%2Falerted", "DELETE")).toEqual(success),
  ],
  [
    "GET /users/{user_id}/channels",
    async () =>
      expect(await owner.callEndpoint(`/users/${benId}/channels`)).toMatchObject({
        subscribed_channel_ids: expect.arrayContaining([general]),
      }),
  ],
  [
    "GET /thumbnail/status/{realm_id_str}/{filename}",
    async () =>
      expect(await ben.callEndpoint(uploaded.replace("/user_uploads/", "/thumbnail/status/"))).toMatchObject({
        result: "success",
        has_thumbnail: true,
      }),
  ],
  [
    "POST /realm/test_welcome_bot_custom_message",
    async () => {
      const text = { welcome_message_custom_text: "Come in" };
      const path = "/realm/test_welcome_bot_custom_message";
      expect(await owner.callEndpoint(path, "POST", text)).toMatchObject({ message_id: expect.any(Number) });
    },
  ],
  [
    "POST /default_stream_groups/create",
    async () => {
      const made = { group_name: "Sports", description: "d", stream_names: JSON.stringify(["general"]) };
      await owner.callEndpoint("/default_streams", "DELETE", { stream_id: general });
      expect(await owner.callEndpoint("/default_stream_groups/create", "POST", made)).toEqual(success);
      const { realm_default_stream_groups: groups } = await owner.queues.register({});
      groupId = (groups as readonly { id: number }[])[0]?.id ?? 0;
    },
  ],
  [
    "PATCH /default_stream_groups/{group_id}",
    async () =>
      expect(
        await owner.callEndpoint(`/default_stream_groups/${groupId}`, "PATCH", { new_group_name: "Games" }),
      ).toEqual(success),
  ],
  [
    "PATCH /default_stream_groups/{group_id}/streams",
    async () => {
      const change = { op: "add", stream_names: JSON.stringify(["random"]) };
      await owner.callEndpoint("/default_streams", "DELETE", {
        stream_id: (await owner.streams.getStreamId("random")).stream_id,
      });
      expect(await owner.callEndpoint(`/default_stream_groups/${groupId}/streams`, "PATCH", change)).toEqual(
        success,
      );
    },
  ],
  [
    "DELETE /default_stream_groups/{group_id}",
    async () =>
      expect(await owner.callEndpoint(`/default_stream_groups/${groupId}`, "DELETE")).toEqual(success),
  ],
  [
    "POST /zcommand",
    async () =>
      expect(await ben.callEndpoint("/zcommand", "POST", { command: "/ping" })).toMatchObject({
        result: "success",
      }),
  ],
  [
    "POST /users/me/onboarding_steps",
    async () => {
      const step = { onboarding_step: "intro_inbox_view_modal" };
      expect(await ben.callEndpoint("/users/me/onboarding_steps", "POST", step)).toEqual(success);
    },
  ],
  [
    "POST /jwt/fetch_api_key",
    async () => {
      const payload = { email: ben.config.username, exp: Math.floor(Date.now() / 1000) + 60 };
      const answer = await post("/jwt/fetch_api_key", { json_web_token: signed(payload) });
      expect(answer).toMatchObject({ result: "success", msg: "", api_key: ben.config.apiKey });
    },
  ],
  [
    "GET /compatibility",
    async () => {
      for (const at of ["", "/api/v1"])
        expect(await (await fetch(`${url}${at}/compatibility`)).json()).toEqual(success);
    },
  ],
  [
    "POST /calls/constructorgroups/create",
    async () =>
      expect(await ben.callEndpoint("/calls/constructorgroups/create", "POST")).toEqual(
        failure("Constructor Groups credentials have not been configured"),
      ),
  ],
  [
    "GET /messages/summary",
    async () =>
      expect(await ben.callEndpoint("/messages/summary", "GET", { narrow: "[]" })).toEqual(
        failure("AI features are not enabled on this server."),
      ),
  ],
  [
    "GET /export/realm",
    async () => expect(await owner.callEndpoint("/export/realm")).toMatchObject({ exports: [] }),
  ],
  [
    "GET /export/realm/consents",
    async () =>
      expect(await owner.callEndpoint("/export/realm/consents")).toMatchObject({
        export_consents: expect.arrayContaining([expect.objectContaining({ user_id: benId })]),
      }),
  ],
  [
    "POST /export/realm",
    async () =>
      expect(await owner.callEndpoint("/export/realm", "POST")).toEqual(failure(/doesn't offer exports/)),
  ],
  [
    "DELETE /export/realm/{export_id}",
    async () =>
      expect(await owner.callEndpoint("/export/realm/1", "DELETE")).toEqual(
        failure("Invalid data export ID"),
      ),
  ],
  [
    "GET /avatar/{email_or_id}[/medium]",
    async () => {
      const headers = { Authorization: keyed(ben) };
      const { status, headers: answerHeaders } = await fetch(`${url}/avatar/${ben.config.username}/medium`, {
        headers,
        redirect: "manual",
      });
      expect([status, answerHeaders.get("location")]).toEqual([
        302,
        expect.stringMatching(new RegExp(`^/avatar/${benId}/medium`)),
      ]);
    },
  ],
  [
    "POST /realm/deactivate",
    async () => {
      const recent = {
        anchor: "newest",
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: "is", operand: "dm" }],
      };
      const isReminded = async (): Promise<boolean> => {
        const { messages } = (await ben.messages.retrieve(recent)) as unknown as {
          messages: readonly { content: string }[];
        };
        return messages.some(({ content }) => content.includes("again"));
      };
      while (!(await isReminded())) await sleep(500);
      expect(await owner.callEndpoint("/realm/deactivate", "POST")).toEqual(success);
      expect(await ben.callEndpoint("/users/me")).toMatchObject({ code: "REALM_DEACTIVATED" });
    },
  ],
];

test("clients learn the GIF provider and its allowed rating", async () => {
  expect(await owner.callEndpoint("/realm", "PATCH", { gif_rating_policy: 1 })).toEqual(success);
  expect(await ben.queues.register({})).toMatchObject({
    giphy_api_key: "for GIFs",
    klipy_api_key: "",
    tenor_api_key: "",
    realm_gif_rating_policy: 1,
  });
});

test.each(cases)("%s", async (_operation, prove) => prove());

test("each case is an operation of Zulip's", () => {
  expect(cases.map(([operation]) => operation).filter((one) => !operations.includes(one))).toEqual([]);
});
