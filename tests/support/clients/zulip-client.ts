import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import zulip from "zulip-js";

interface Event {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly content: string };
}

/** The calls of zulip-js that the tests make; the package has no types. */
export interface ZulipClient {
  readonly messages: {
    send(message: object): Promise<{ id: number; result: string; msg: string }>;
    retrieve(query: object): Promise<{ messages: { id: number; content: string; timestamp: number }[] }>;
  };
  readonly queues: { register(query: object): Promise<{ queue_id: string; last_event_id: number }> };
  readonly events: { retrieve(query: object): Promise<{ events: Event[] }> };
  callEndpoint(path: string, method: string, parameters: object): Promise<object>;
}

/** zulip-js as published, logged in with a password. */
export const onServer = async (url: string, username: string, password: string): Promise<ZulipClient> =>
  (await zulip({ username, password, realm: url })) as ZulipClient;

/** zulip-js with a downloaded .zuliprc. */
export const byRcFile = async (text: string): Promise<ZulipClient> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-zuliprc-"));
  const file = join(folder, ".zuliprc");
  writeFileSync(file, text);
  try {
    return (await zulip({ zuliprc: file })) as ZulipClient;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** `callOnEachEvent` never ends, so it runs in a separate process until it has received one message. */
const listener = `
  const [username, password, realm] = process.argv.slice(1);
  require("zulip-js")({ username, password, realm }).then((client) =>
    client.callOnEachEvent(({ message }) => {
      if (message) console.log(message.content);
    }, ["message"]),
  );`;

export const listen = (
  url: string,
  username: string,
  password: string,
): { readonly heard: Promise<string> } => {
  const child = spawn(process.execPath, ["-e", listener, username, password, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const heard = new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().split("\n")[0] ?? ""));
    child.once("exit", () => reject(new Error("the listener ended")));
  });
  return { heard: heard.finally(() => child.kill("SIGKILL")) };
};
