import { xssVectors } from "../markdown/xss-vectors";
import type { WebWindows } from "./web-windows";

/** Markup that becomes an element with this attribute if anything draws the text as HTML, and that would run a script. */
export const mark = "data-stored";
const image = `<img ${mark} src onerror=alert(1)`;
/** Ends an attribute and a tag, and adds an element. The label says whose text it is. */
const hostile = (label: string): string => `${label}'">${image}>`;
/** For names, which hold no quotes and no closing brackets. */
const hostileName = (label: string): string => `${label}'${image} x`;

const json = JSON.stringify;
/** How many vectors fit a message. */
const perMessage = 60;
const later = String(Math.floor(Date.now() / 1000) + 86_400);

type Answer = Readonly<Record<string, unknown>>;

/** Where the texts were stored. */
export interface Stored {
  readonly channelId: number;
  readonly groupId: number;
  readonly personId: number;
  readonly invitationLink: string;
  /** Labels of all texts. */
  readonly labels: readonly string[];
}

/** Stores markup in every text that people can set. Fails if the server refuses one. */
export const storeHostileTexts = async ({ owner, ben, benId, url }: WebWindows): Promise<Stored> => {
  const labels: string[] = [];
  const text = (label: string): string => {
    labels.push(label);
    return hostile(label);
  };
  const name = (label: string): string => {
    labels.push(label);
    return hostileName(label);
  };
  const tell = async (path: string, method: string, values: object, client = owner): Promise<Answer> => {
    const form = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? value : json(value)]),
    );
    const answer = (await client.callEndpoint(path, method, form)) as Answer;
    if (answer.result !== "success") throw new Error(`${method} ${path}: ${json(answer)}`);
    return answer;
  };
  const idIn = (answer: Answer, key: string): number => Number(answer[key]);

  await tell("/realm", "PATCH", {
    name: text("realmn").slice(0, 40),
    description: text("realm"),
    send_channel_events_messages: true,
    welcome_message_custom_text: text("welcome"),
  });
  const folder = await tell("/channel_folders/create", "POST", {
    name: text("folder"),
    description: text("folderd"),
  });
  const channelName = text("channel");
  const channelId = idIn(
    await tell("/channels/create", "POST", {
      name: channelName,
      description: text("channeld"),
      subscribers: [1, benId],
      folder_id: idIn(folder, "channel_folder_id"),
      announce: true,
    }),
    "id",
  );
  const groupId = idIn(
    await tell("/user_groups/create", "POST", {
      name: text("group"),
      description: text("groupd"),
      members: [1, benId],
    }),
    "group_id",
  );
  await tell("/default_stream_groups/create", "POST", {
    group_name: text("defaults"),
    description: text("defaultd"),
    stream_names: [channelName],
  });
  await tell("/realm/filters", "POST", {
    pattern: "LINK-(?P<id>[0-9]+)",
    url_template: `https://example.com/{id}/${encodeURIComponent(text("linkifier")).replace(/%/g, "~")}`,
  });
  const playground = text("play");
  await tell("/realm/playgrounds", "POST", {
    name: playground,
    pygments_language: "Python",
    url_template: "https://example.com/{code}",
  });
  const field = async (label: string, fieldType: number, value: unknown, fieldData?: object) => {
    const id = idIn(
      await tell("/realm/profile_fields", "POST", {
        name: text(label).slice(0, 40),
        hint: text(`${label}h`),
        field_type: fieldType,
        ...(fieldData && { field_data: fieldData }),
      }),
      "id",
    );
    await tell("/users/me/profile_data", "PATCH", { data: [{ id, value }] }, ben);
  };
  await field("short", 1, text("shortv").slice(0, 50));
  await field("long", 2, text("longv"));
  await field("choice", 3, "0", { 0: { text: text("option"), order: "1" } });
  await field("link", 5, `https://example.com/?${encodeURIComponent("'\"><b>")}`);
  await field("pronoun", 8, text("they").slice(0, 50));
  await tell("/settings", "PATCH", { full_name: name("person") }, ben);
  await tell("/users/me/status", "POST", { status_text: text("status") }, ben);
  await tell("/users/me/alert_words", "POST", { alert_words: [text("alert")] });
  await tell("/bots", "POST", { full_name: name("bot"), short_name: "hostile" });
  await tell("/saved_snippets", "POST", { title: text("snippet"), content: text("snippetc") });

  const topic = text("topic");
  const send = async (content: string, more: object = {}, client = ben) =>
    idIn(
      await tell("/messages", "POST", { type: "channel", to: channelId, topic, content, ...more }, client),
      "id",
    );
  const first = await send(text("message"));
  await tell(`/messages/${first}`, "PATCH", { content: text("edited") }, ben);
  await send(`\`\`\`spoiler ${text("spoiler")}\n${text("hidden")}\n\`\`\``);
  await send(`\`\`\`python\n${text("code")}\n\`\`\``);
  await send(`/poll ${text("poll")}\n${text("pollo")}`);
  await send(`/todo ${text("todo")}\n${text("todot")}`);
  await send(`@**${hostileName("person")}** #**${channelName}** LINK-1 [x](javascript:alert(1))`);
  for (let at = 0; at < xssVectors.length; at += perMessage)
    await send(
      xssVectors
        .slice(at, at + perMessage)
        .join("\n\n")
        // Messages can't contain any.
        .replaceAll("\0", "")
        .slice(0, 9900),
      { topic: "vectors" },
    );
  await tell("/messages", "POST", { type: "direct", to: [1], content: text("direct") }, ben);
  await tell("/drafts", "POST", {
    drafts: [{ type: "stream", to: [channelId], topic: text("draftt"), content: text("draft") }],
  });
  await tell("/scheduled_messages", "POST", {
    type: "channel",
    to: channelId,
    topic: text("latert"),
    content: text("later"),
    scheduled_delivery_timestamp: later,
  });
  await tell("/reminders", "POST", {
    message_id: first,
    scheduled_delivery_timestamp: later,
    note: text("reminder"),
  });
  const { email, key } = await credentialsOf(url);
  const fileName = encodeURIComponent(`${text("file")}.txt`);
  const sent = await fetch(`${url}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`,
      "Content-Type": "multipart/form-data; boundary=x",
    },
    body: `--x\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\nhello\r\n--x--\r\n`,
  });
  if (!sent.ok) throw new Error(`The file wasn't uploaded: ${sent.status}`);
  const { url: file, filename } = (await sent.json()) as { url: string; filename: string };
  await send(`[${filename}](${file})`, {}, owner);
  const { invite_link } = await tell("/invites/multiuse", "POST", {});
  await tell("/invites", "POST", { invitee_emails: "new@example.com", stream_ids: [] });
  return { channelId, groupId, personId: benId, invitationLink: String(invite_link), labels };
};

const credentialsOf = async (url: string): Promise<{ readonly email: string; readonly key: string }> => {
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username: "owner@example.com", password: "correct horse battery staple" }),
  });
  const { email, api_key } = (await answer.json()) as { email: string; api_key: string };
  return { email, key: api_key };
};
