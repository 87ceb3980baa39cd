import sharp from "sharp";
import { onTheWire } from "../clients/on-the-wire";
import { onServer, type ZulipClient } from "../clients/zulip-client";
import type { installation } from "../program/installation";

/** The demo organization with what people add to their talk in a week: pictures, polls, reactions, statuses. */
export interface LivelyDemo {
  readonly url: string;
  /** An administrator who reads and writes. */
  readonly amaraEmail: string;
  readonly password: string;
  readonly ownerId: number;
  readonly channels: Readonly<Record<string, number>>;
  /** Sends a message by the owner. */
  say(channel: string, topic: string, content: string): Promise<unknown>;
}

const amaraEmail = "amara@example.com";

/** A picture that compresses well: a sea, a coast and a moon. */
const landscape = (width: number, height: number, sea: string, coast: string): Promise<Buffer> => {
  const [left, right, low] = [0.55, 0.5, 0.75].map((part) => Math.round(part * height));
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="${width}" height="${height}" fill="${sea}"/>
      <circle cx="${width * 0.75}" cy="${height * 0.25}" r="${height / 10}" fill="#ffffff" opacity="0.6"/>
      <path d="M0 ${left} Q ${width * 0.3} ${height * 0.35} ${width * 0.5} ${low} T ${width} ${right} V ${height} H 0 Z" fill="${coast}"/>
    </svg>`),
  )
    .png()
    .toBuffer();
};

const callOrThrow = async (
  client: ZulipClient,
  path: string,
  method: string,
  values: object,
): Promise<object> => {
  const answer = await client.callEndpoint(path, method, onTheWire(values));
  if ((answer as { result: string }).result !== "success")
    throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** Uploads a picture. Returns the Markdown of its link. */
const upload = async (
  { url, email, password }: { readonly url: string; readonly email: string; readonly password: string },
  name: string,
  picture: Buffer,
): Promise<string> => {
  const login = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: "POST",
    body: new URLSearchParams({ username: email, password }),
  });
  const { api_key: key } = (await login.json()) as { api_key: string };
  // zulip-js replaces the global FormData.
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const sent = await fetch(`${url}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`,
      "Content-Type": "multipart/form-data; boundary=x",
    },
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from("\r\n--x--\r\n")]),
  });
  const { url: path } = (await sent.json()) as { url: string };
  return `[${name}](${path})`;
};

/** Fills an installation whose server runs at the URL. */
export const livelyDemo = async (
  { run }: Pick<ReturnType<typeof installation>, "run">,
  url: string,
): Promise<LivelyDemo> => {
  const { output } = await run("cli/parley", {}, ["demo"]).ended;
  const password = /amara@example\.com.*shown only once: (\S+)/.exec(output)?.[1] ?? "";
  const ownerPassword = /Password, shown only once: (\S+)/.exec(output)?.[1] ?? "";
  const clientOf = (name: string) => onServer(url, `${name}@example.com`, password);
  const owner = await onServer(url, "demo@example.com", ownerPassword);
  const [amara, chiyo, bruno, farah] = await Promise.all(["amara", "chiyo", "bruno", "farah"].map(clientOf));
  if (!amara || !chiyo || !bruno || !farah) throw new Error("The demo has these people");

  const { streams } = (await callOrThrow(owner, "/streams", "GET", {})) as {
    streams: readonly { readonly name: string; readonly stream_id: number }[];
  };
  const channels = Object.fromEntries(streams.map(({ name, stream_id }) => [name, stream_id]));
  const { members } = (await callOrThrow(owner, "/users", "GET", {})) as {
    members: readonly { readonly email: string; readonly delivery_email: string; readonly user_id: number }[];
  };
  const idOf = (name: string): number =>
    members.find(({ email, delivery_email }) => `${delivery_email ?? email}`.startsWith(`${name}@`))
      ?.user_id ?? 0;

  await callOrThrow(owner, "/realm", "PATCH", { name: "Tideline Maps", enable_spectator_access: true });
  // Administrators see all of what the pictures show.
  await callOrThrow(owner, `/users/${idOf("amara")}`, "PATCH", { role: 200 });
  const folder = (await callOrThrow(owner, "/channel_folders/create", "POST", {
    name: "Workshop",
    description: "Where maps are made",
  })) as { channel_folder_id: number };
  for (const name of ["design", "engineering"])
    await callOrThrow(owner, `/streams/${channels[name]}`, "PATCH", { folder_id: folder.channel_folder_id });
  await callOrThrow(owner, `/streams/${channels["field notes"]}`, "PATCH", { is_web_public: true });
  await callOrThrow(amara, "/users/me/subscriptions/properties", "POST", {
    subscription_data: [{ stream_id: channels.general, property: "pin_to_top", value: true }],
  });
  await callOrThrow(chiyo, "/users/me/status", "POST", { status_text: "At the plotter", emoji_name: "art" });
  await callOrThrow(farah, "/users/me/status", "POST", { status_text: "On call", emoji_name: "phone" });

  const say = async (by: ZulipClient, to: string, topic: string, content: string): Promise<number> =>
    ((await callOrThrow(by, "/messages", "POST", { type: "stream", to, topic, content })) as { id: number })
      .id;
  const react = (by: ZulipClient, id: number, name: string) =>
    callOrThrow(by, `/messages/${id}/reactions`, "POST", { emoji_name: name });

  await callOrThrow(amara, "/mark_topic_as_read", "POST", {
    stream_id: channels.design,
    topic_name: "water colours",
  });
  const asChiyo = { url, email: "chiyo@example.com", password };
  const sheets = await Promise.all([
    upload(asChiyo, "harbour sheet.png", await landscape(1200, 800, "#3f7f9c", "#d8c9a0")),
    upload(asChiyo, "estuary.png", await landscape(900, 1400, "#7fa98c", "#e0cfa6")),
  ]);
  const compared = await say(
    chiyo,
    "design",
    "water colours",
    `Two sheets to compare:\n${sheets.join("\n")}`,
  );
  await react(amara, compared, "heart");
  await react(farah, compared, "heart").catch(() => undefined);
  await react(owner, compared, "eyes");
  const poll = await say(
    chiyo,
    "design",
    "water colours",
    "/poll Which blue for the harbour?\nThe middle one\nThe first, a swimming pool\nThe last",
  );
  for (const voter of [amara, chiyo])
    await callOrThrow(voter, "/submessage", "POST", {
      message_id: poll,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    });
  await say(owner, "design", "water colours", "@**Amara Okafor**, do you have the paper for it?");
  await say(bruno, "engineering", "tile server", "@**Amara Okafor** the estuary is *wet* again :ocean:");
  await callOrThrow(owner, "/messages", "POST", {
    type: "direct",
    to: [idOf("amara")],
    content: "Could you look at the **offer** before noon?",
  });
  return {
    url,
    amaraEmail,
    password,
    ownerId: idOf("demo"),
    channels,
    say: (...said) => say(owner, ...said),
  };
};
