import type { Chance } from "./chance";
import { encoded, type FuzzedRequest } from "./requests";
import { nastyText } from "./values";
import type { World } from "./world";

/** The methods and headers that the library of the protocol reads. */
interface Words {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
}

export const protocolWords = async (): Promise<Words> => {
  const { REQUEST_METHODS, HEADERS } = await import("@tus/server");
  return { methods: [...REQUEST_METHODS, "GET"], headers: HEADERS };
};

const size = 40;

/** An upload that a server began, and how much of it arrived. */
export interface BegunUpload {
  readonly path: string;
  readonly offset: number;
}

const metadata = ({ pick }: Chance, text: string): string => {
  const name = Buffer.from(text).toString("base64");
  return pick([
    `filename ${name}`,
    `filename ${name},filetype dGV4dA==`,
    `${name}`,
    "filename",
    "filename ,a",
  ]);
};

/** A header's value: mostly one that the protocol allows there. */
const headerValue = (name: string, upload: BegunUpload | undefined, chance: Chance): string | undefined => {
  const { pick, percent, between } = chance;
  const odd = () =>
    nastyText(chance)
      .replace(/[^\x20-\x7e]/g, "")
      .slice(0, 3000);
  if (percent(5)) return odd();
  switch (name) {
    case "Tus-Resumable":
      return percent(96) ? "1.0.0" : pick(["0.2.2", "", "1.0"]);
    case "Upload-Length":
      return percent(80)
        ? `${pick([size, size, 0, 1, between(0, 5000)])}`
        : pick(["2000000", "9".repeat(400), "-1", "x"]);
    case "Upload-Offset":
      return percent(85) ? `${upload?.offset ?? 0}` : pick(["-1", "1", "x", "9007199254740993", ""]);
    case "Upload-Metadata":
      return metadata(
        chance,
        percent(70) ? pick(["a.txt", "a.png", "../a", "a.html", ""]) : nastyText(chance).slice(0, 500),
      );
    case "Content-Type":
      return percent(90) ? "application/offset+octet-stream" : pick(["", "text/html", "application/json"]);
    case "Authorization":
      return undefined;
    default:
      return percent(15) ? pick(["1", "final;/a /b", "partial", "sha1 eA==", odd()]) : undefined;
  }
};

/** A request to a resumable upload, or one that begins it. */
export const protocolRequest = async (
  usual: string,
  path: string,
  { methods, headers: names }: Words,
  world: World,
  chance: Chance,
): Promise<FuzzedRequest> => {
  const { pick, percent, between } = chance;
  const method = percent(96) ? usual : pick(methods);
  const upload = world.uploads.length > 0 ? pick(world.uploads) : undefined;
  const rest =
    upload !== undefined && percent(85)
      ? upload.path
      : `/api/v1/tus/${encoded(nastyText(chance)).slice(0, 2000)}`;
  const address = path.includes("*") ? rest : `/api/v1${path}`;
  const given = names.flatMap((name) => {
    const value = headerValue(name, upload, chance);
    return value === undefined || percent(3) ? [] : [[name, value] as const];
  });
  const isBodied = method === "PATCH" || (method === "POST" && percent(40));
  const body = Buffer.alloc(isBodied ? pick([size, size / 2, 0, 1, between(0, 6000)]) : 0, 65);
  const caller = percent(92) ? { Authorization: await world.authorizationOf(1) } : {};
  const override = percent(8) ? { "X-HTTP-Method-Override": pick([...methods, "x"]) } : {};
  return {
    method: Object.keys(override).length > 0 ? "POST" : method,
    path: address,
    headers: { ...caller, ...Object.fromEntries(given), ...override, "Content-Length": `${body.length}` },
    body,
  };
};
