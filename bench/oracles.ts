import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyEndpoint } from "../src/adapters/http/declaration/endpoint";
import { allEndpoints } from "../src/adapters/http/endpoints/all";
import type { Naming } from "../src/adapters/zulip-wire/codecs/named-things";
import type { Parameters } from "../src/adapters/zulip-wire/codecs/parameter";
import { runProgram } from "./program";
import { startProcess } from "./server-process";

/**
 * Checks whether response times reveal what is hidden. For every parameter that names something, it asks for a hidden and
 * a missing thing in turn, and compares the medians with those for two missing things.
 * `npm run bench:oracles -- [rounds]`; the exit code is 1 if any differ by more than noise.
 */
const rounds = Number(process.argv[2] ?? 100);
const smallestDifference = 0.5;
const password = "correct horse battery staple";

interface Client {
  readonly email: string;
  readonly key: string;
}
interface Answer {
  readonly milliseconds: number;
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const agent = new Agent({ keepAlive: true });

const ask = (url: string, method: string, form: Record<string, string>, client?: Client): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = new URLSearchParams(form).toString();
    const inQuery = method === "GET";
    const began = performance.now();
    const call = request(
      inQuery ? `${url}?${text}` : url,
      {
        method,
        agent,
        headers: {
          ...(client && {
            Authorization: `Basic ${Buffer.from(`${client.email}:${client.key}`).toString("base64")}`,
          }),
          ...(!inQuery && {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const milliseconds = performance.now() - began;
          const received = Buffer.concat(chunks).toString();
          const isJson = String(response.headers["content-type"]).includes("json");
          resolve({
            milliseconds,
            status: response.statusCode ?? 0,
            body: isJson ? JSON.parse(received) : {},
          });
        });
      },
    );
    call.on("error", reject);
    call.end(inQuery ? undefined : text);
  });

const sendFile = async (url: string, { email, key }: Client): Promise<void> => {
  const body = new FormData();
  body.set("file", new Blob(["secret"]), "secret.txt");
  const Authorization = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
  const answer = await fetch(url, { method: "POST", headers: { Authorization }, body });
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status}`);
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Values with which a request can fail only because of what it names. */
const good: Readonly<Record<string, string>> = {
  topic: "x",
  topic_name: "x",
  content: "x",
  op: "add",
  flag: "starred",
  narrow: "[]",
  anchor: "newest",
  num_before: "1",
  num_after: "1",
  visibility_policy: "1",
  name: "A name",
  description: "x",
  full_name: "A Name",
  short_name: "short",
  emoji_name: "car",
  property: "is_muted",
  value: "true",
  report_type: "spam",
  msg_type: "widget",
  invitee_emails: "new@example.org",
  members: "[]",
  subscriptions: '[{"name":"shared"}]',
  to: "[1]",
  status_text: "x",
};

interface Case {
  readonly title: string;
  readonly declared: AnyEndpoint;
  readonly name: string;
  readonly naming: Naming;
}

const cases: readonly Case[] = (allEndpoints(false) as readonly AnyEndpoint[]).flatMap((declared) =>
  declared.caller === "webhook"
    ? []
    : Object.entries({ ...(declared.path as Parameters), ...(declared.params as Parameters) }).flatMap(
        ([name, { type }]) =>
          type.names.map((naming) => ({
            title: `${declared.method} ${declared.at}: ${name} as ${naming.kind} ${naming.by}`,
            declared,
            name,
            naming,
          })),
      ),
);

const main = async (): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-oracles-"));
  const server = await startProcess("src/main.js", {
    PARLEY_DATA_DIR: join(dataDir, "data"),
    PARLEY_PORT: "0",
    PARLEY_LOG_LEVEL: "error",
    PARLEY_CALLS_PER_MINUTE: "0",
    PARLEY_REALM_NAME: "Bench",
    PARLEY_OWNER_PASSWORD: password,
    PARLEY_OWNER_EMAIL: "owner@example.com",
  });
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const logIn = async (email: string): Promise<Client> => {
    const { body } = await ask(api("/fetch_api_key"), "POST", { username: email, password });
    return { email, key: String(body.api_key) };
  };
  const must = async (client: Client, method: string, path: string, form: Record<string, string> = {}) => {
    const { body } = await ask(api(path), method, form, client);
    if (body.result !== "success") throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return body;
  };
  try {
    const owner = await logIn("owner@example.com");
    const add = (name: string) =>
      must(owner, "POST", "/users", { email: `${name}@example.com`, full_name: name, password });
    await add("mia");
    const { user_id: guestId } = await add("gus");
    const { user_id: hiddenId } = await add("henrietta");
    const { user_groups: groups } = await must(owner, "GET", "/user_groups", {});
    const membersGroup = (groups as { id: number; name: string }[]).find(
      ({ name }) => name === "role:members",
    );
    await must(owner, "PATCH", `/users/${guestId}`, { role: "600" });
    await must(owner, "PATCH", "/realm", {
      can_access_all_users_group: JSON.stringify({ new: membersGroup?.id }),
    });
    const { id: channelId } = await must(owner, "POST", "/channels/create", {
      name: "layoffs-2027",
      invite_only: "true",
      subscribers: "[1]",
    });
    const { id: messageId } = await must(owner, "POST", "/messages", {
      type: "channel",
      to: String(channelId),
      topic: "x",
      content: "x",
    });
    const [member, guest] = [await logIn("mia@example.com"), await logIn("gus@example.com")];
    const adaId = (await add("ada")).user_id;
    await must(owner, "PATCH", `/users/${adaId}`, { role: "200" });
    const administrator = await logIn("ada@example.com");
    const made = await must(member, "POST", "/bots", { full_name: "A bot", short_name: "robin" });
    const { user: robin } = await must(owner, "GET", `/users/${made.user_id}`);
    const bot = { email: String((robin as { email: string }).email), key: String(made.api_key) };
    await sendFile(api("/user_uploads"), owner);
    const { attachments } = await must(owner, "GET", "/attachments");
    const [{ id: fileId } = { id: 0 }] = attachments as { id: number }[];
    // Guests know people in their channels; this one is in none.
    const { subscriptions } = await must(guest, "GET", "/users/me/subscriptions", {});
    const own = (subscriptions as { name: string }[]).map(({ name }) => name);
    if (own.length > 0)
      await must(guest, "DELETE", "/users/me/subscriptions", { subscriptions: JSON.stringify(own) });
    const things: Readonly<Record<string, readonly [absent: string | number, hidden: string | number]>> = {
      "user id": [9_999_999, Number(hiddenId)],
      "user address": ["never.was@example.com", "henrietta@example.com"],
      "channel id": [9_999_999, Number(channelId)],
      "channel name": ["never-was-2027", "layoffs-2027"],
      "message id": [9_999_999, Number(messageId)],
      "file id": [9_999_999, fileId],
    };
    /** The users who can't see such a thing. */
    const callers: Readonly<Record<string, readonly (readonly [who: string, client: Client])[]>> = {
      user: [["guest", guest]],
      channel: [
        ["member", member],
        ["bot", bot],
      ],
      message: [
        ["member", member],
        ["bot", bot],
        ["administrator", administrator],
      ],
      file: [
        ["member", member],
        ["bot", bot],
        ["administrator", administrator],
      ],
    };
    const findings: string[] = [];
    let tried = 0;
    const tries = cases.flatMap((one) =>
      (callers[one.naming.kind] ?? []).map(([who, client]) => ({
        ...one,
        title: `${one.title}, by a ${who}`,
        client,
      })),
    );
    for (const { title, declared, name, naming, client } of tries) {
      const pair = things[`${naming.kind} ${naming.by}`];
      if (pair === undefined) continue;
      const [absent, hidden] = pair;
      const another = typeof absent === "number" ? absent - 1 : absent.replace("never", "ne'er");
      const once = async (value: string | number): Promise<number> => {
        const type = naming.kind === "channel" ? "channel" : "direct";
        const values: Record<string, string> = { ...good, type, [name]: naming.write(value) };
        const path = declared.at.replace(/\{\+?(\w+)\}/g, (_, one) => encodeURIComponent(values[one] ?? "1"));
        const form = Object.fromEntries(Object.entries(values).filter(([one]) => one in declared.params));
        return (await ask(api(path), declared.method.toUpperCase(), form, client)).milliseconds;
      };
      const compare = async (count: number): Promise<string | undefined> => {
        const times: number[][] = [[], [], []];
        for (let round = 0; round < count; round += 1)
          for (const [index, value] of [absent, hidden, another].entries())
            times[index]?.push(await once(value));
        const [ofAbsent = 0, ofHidden = 0, ofAnother = 0] = times.map(median);
        const noise = Math.abs(ofAnother - ofAbsent);
        return Math.abs(ofHidden - ofAbsent) > Math.max(smallestDifference, 3 * noise, ofAbsent / 4)
          ? `${title}: absent ${ofAbsent.toFixed(2)} ms, hidden ${ofHidden.toFixed(2)} ms, noise ${noise.toFixed(2)} ms`
          : undefined;
      };
      tried += 1;
      // A difference caused by other work on the machine doesn't show up again.
      const line = (await compare(rounds)) && (await compare(rounds * 5));
      if (line !== undefined) findings.push(line);
    }
    for (const line of findings) console.log(line);
    console.log(`${tried} parameters, ${rounds} rounds each: ${findings.length} differ by more than noise`);
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

runProgram(main);
