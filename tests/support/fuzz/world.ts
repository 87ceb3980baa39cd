import { stock } from "../hostile-lengths/stock";
import { boundless } from "../hostile-lengths/tried-server";
import { type Answer, ask } from "./ask";
import { type FuzzedServer, fuzzedServer } from "./fuzzed-server";
import { type PageForms, pageForms } from "./page-forms";
import type { BegunUpload } from "./protocol-requests";
import type { FuzzedRequest } from "./requests";

/** A server with one of each kind of thing, and what its answers showed so far. */
export interface World extends FuzzedServer {
  readonly forms: PageForms;
  readonly uploads: readonly BegunUpload[];
  /** The cookies of a browser whose session was opened lately. */
  cookie(): Promise<string>;
  learn(made: FuzzedRequest, answer: Answer): void;
}

/** Cookies that requests choose for themselves. */
const own = ["sessionid", "csrftoken"];
const mostUploads = 12;
/** Some requests end sessions, so a new one begins after this many uses. */
const usesOfSession = 20;

export const openWorld = async (report: (error: unknown) => void): Promise<World> => {
  const server = await fuzzedServer(report, { throttle: boundless });
  const made: Readonly<Record<string, string>> = {
    ...(await stock(server)),
    "webhook key": server.webhookKey,
  };
  const forms = pageForms();
  const uploads = new Map<string, number>();
  const cookies = new Map<string, string>();
  let uses = 0;
  const noteMails = async (): Promise<void> => {
    for (const link of await server.mailedPaths()) forms.note(link);
  };
  const learn = ({ path }: FuzzedRequest, { status, headers, text }: Answer): void => {
    const { location, "upload-offset": offset } = headers;
    for (const given of headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^(\w+)=([^;]*)/.exec(given) ?? [];
      if (!own.includes(name)) cookies.set(name, value);
    }
    if (String(headers["content-type"]).startsWith("text/html")) forms.read(text);
    if (status === 201 && typeof location === "string" && uploads.size < mostUploads)
      uploads.set(location, Number(offset ?? 0));
    if (uploads.has(path) && offset !== undefined) uploads.set(path, Number(offset));
    if (status === 404 || status === 410 || status === 204) uploads.delete(path);
    if (status === 204 && offset !== undefined) uploads.set(path, Number(offset));
  };
  const world: World = {
    ...server,
    things: { ...server.things, made },
    forms,
    get uploads() {
      return [...uploads].map(([path, offset]) => ({ path, offset }));
    },
    cookie: async () => {
      if (uses % usesOfSession === 0) {
        cookies.set("sessionid", await server.sessionOf(Number(made.account)));
        await noteMails();
      }
      uses += 1;
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    learn,
  };
  for (const { paths, methods } of server.routes)
    for (const path of paths)
      for (const session of [await world.cookie(), ""]) {
        if (!methods.includes("GET") || /[:*{]/.test(path)) continue;
        const look = { method: "GET", path, headers: { Cookie: session }, body: Buffer.alloc(0) };
        learn(look, await ask(server.port, look));
      }
  return world;
};
