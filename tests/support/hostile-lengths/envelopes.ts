import { allPages } from "../../../src/adapters/pages/all-pages";
import type { FuzzedServer } from "../fuzz/fuzzed-server";
import type { FuzzedRequest } from "../fuzz/requests";
import { type Run, runs } from "./runs";
import type { Subject, TargetTrials, Trial } from "./trials";

const form = "application/x-www-form-urlencoded";
const nothing = Buffer.alloc(0);

/** Runs that a header can hold. */
const headerRuns = runs.filter(({ write }) => /^[\t\x20-\x7e]+$/.test(write(100)));

/** What each header's value begins with for the server to read on. */
const headers: Readonly<Record<string, readonly string[]>> = {
  Accept: ["", "text/html;"],
  "Accept-Encoding": ["", "gzip;"],
  "Accept-Language": [""],
  Authorization: ["", "Basic ", "Bearer ", "Digest "],
  "Content-Encoding": [""],
  "Content-Type": ["", "multipart/form-data; boundary=", "multipart/form-data; a=", `${form}; charset=`],
  Cookie: ["", "sessionid=", "a="],
  Host: [""],
  "Idempotency-Key": [""],
  "If-Modified-Since": [""],
  "If-None-Match": ["", '"', "W/"],
  "If-Range": [""],
  "Last-Event-ID": [""],
  Origin: ["", "https://"],
  Range: ["", "bytes=", "bytes=0-1,"],
  Referer: ["", "https://"],
  "Tus-Resumable": [""],
  "Upload-Defer-Length": [""],
  "Upload-Length": [""],
  "Upload-Metadata": ["", "filename ", "a,"],
  "User-Agent": ["", "ZulipMobile/", "Mozilla/5.0 ("],
  "X-CSRFToken": [""],
  "X-Forwarded-For": ["", "1.1", "::"],
  "X-Forwarded-Host": [""],
  "X-Forwarded-Proto": [""],
  "X-GitHub-Event": [""],
  "X-Gitlab-Event": [""],
  "X-HTTP-Method-Override": [""],
};

interface Plain {
  readonly method: string;
  readonly at: (server: FuzzedServer) => string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests of somebody logged in that between them read every header. */
const readers: readonly Plain[] = [
  { method: "GET", at: () => "/api/v1/users/me" },
  { method: "POST", at: () => "/api/v1/messages", headers: { "Content-Type": form }, body: "content=a" },
  { method: "POST", at: () => "/json/messages", headers: { "Content-Type": form }, body: "content=a" },
  { method: "GET", at: () => "/user_uploads/1/aa/none.png" },
  { method: "GET", at: () => "/avatar/1" },
  { method: "GET", at: () => "/api/v1/events/stream?queue_id=none" },
  { method: "GET", at: () => "/login" },
  { method: "POST", at: () => "/login", headers: { "Content-Type": form }, body: "username=a" },
  { method: "POST", at: () => "/api/v1/tus", headers: { "Tus-Resumable": "1.0.0", "Upload-Length": "1" } },
  {
    method: "POST",
    at: ({ webhookKey }) => `/api/v1/external/github?api_key=${webhookKey}`,
    headers: { "Content-Type": "application/json" },
    body: '{"a":1}',
  },
];

/** Requests whose limits count by the network they come from. */
const strangers: readonly Plain[] = [
  { method: "GET", at: () => "/api/v1/server_settings" },
  {
    method: "POST",
    at: () => "/api/v1/fetch_api_key",
    headers: { "Content-Type": form },
    body: "username=a@example.com&password=a",
  },
];

/** Below the limit on heads. */
const longestHeader = 100_000;

const sent = (
  { method, at, headers = {}, body = "" }: Plain,
  server: FuzzedServer,
  more: object,
): FuzzedRequest => ({
  method,
  path: at(server),
  headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)), ...more },
  body: Buffer.from(body),
});

const headerSubjects = (askers: readonly Plain[]): readonly Subject[] =>
  Object.entries(headers).map(([name, begins]) => ({
    name: `header ${name}`,
    documents: [],
    texts: askers.flatMap((asker) =>
      begins.flatMap((begin) =>
        headerRuns.map(
          (run): Trial => ({
            name: `header ${name} of ${asker.method} ${asker.at({ webhookKey: "" } as FuzzedServer)}: ${begin}${run.name}`,
            isNotorious: run.isNotorious,
            lengths: [longestHeader],
            request: (length, server) =>
              sent(asker, server, { [name]: `${begin}${run.write(length)}`.trim() }),
          }),
        ),
      ),
    ),
  }));

const part = (head: string, content: string): string => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const disposition = "Content-Disposition: form-data; name=";

/** Bodies around a hostile text. */
const bodies: Readonly<Record<string, readonly [type: string, write: (text: string) => string]>> = {
  "a form": [form, (text) => text],
  "a form's value": [form, (text) => `content=${text}`],
  "a form's value, encoded": [form, (text) => `content=${encodeURIComponent(text).slice(0, text.length)}`],
  "a form's name": [form, (text) => `${text}=1`],
  "a multipart body": ["multipart/form-data; boundary=x", (text) => text],
  "what is before the parts": [
    "multipart/form-data; boundary=x",
    (text) => `${text}${part(`${disposition}"a"`, "1")}--x--\r\n`,
  ],
  "the content of a part": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"content"`, text)}--x--\r\n`,
  ],
  "the name of a part": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"${text}"`, "1")}--x--\r\n`,
  ],
  "the head of a part": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"a"; ${text}`, "1")}--x--\r\n`,
  ],
  "a file's name": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"file"; filename="${text}"`, "1")}--x--\r\n`,
  ],
  "a file's encoded name": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"file"; filename*=utf-8''${text}`, "1")}--x--\r\n`,
  ],
  "a file's type": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"file"; filename="a"\r\nContent-Type: ${text}`, "1")}--x--\r\n`,
  ],
  "a file": [
    "multipart/form-data; boundary=x",
    (text) => `${part(`${disposition}"file"; filename="a.txt"`, text)}--x--\r\n`,
  ],
  JSON: ["application/json", (text) => text],
  "a text in JSON": ["application/json", (text) => JSON.stringify({ text })],
};

/** Text that starts like a multipart delimiter. */
const delimiters = ["\r\n--", "\r\n--x", "--x\r\n", "\r\n\r\n", "\r\n--x\r\n\r\n", "\r"].map(
  (piece): Run => ({
    name: JSON.stringify(piece),
    write: (length) => piece.repeat(Math.ceil(length / piece.length)),
  }),
);

const takers: readonly (Plain & { readonly most: number })[] = [
  { method: "POST", at: () => "/api/v1/messages", most: 950_000 },
  { method: "POST", at: () => "/api/v1/user_uploads", most: 950_000 },
  { method: "POST", at: () => "/api/v1/realm/icon", most: 950_000 },
  { method: "POST", at: () => "/api/v1/fetch_api_key", most: 60_000 },
  { method: "POST", at: () => "/login", most: 60_000 },
  {
    method: "POST",
    at: ({ webhookKey }) => `/api/v1/external/slack_incoming?api_key=${webhookKey}`,
    most: 4_800_000,
  },
  { method: "POST", at: ({ webhookKey }) => `/api/v1/external/json?api_key=${webhookKey}`, most: 4_800_000 },
];

const cutTo = (write: (length: number) => string, length: number): Buffer => {
  const whole = Buffer.from(write(length));
  return whole.length <= length + 1000
    ? whole
    : Buffer.from(write(Math.floor((length * length) / whole.length)));
};

const bodySubjects: readonly Subject[] = takers.flatMap(({ most, ...taker }) =>
  Object.entries(bodies).map(([name, [type, write]]) => ({
    name: `${name} to ${taker.at({ webhookKey: "" } as FuzzedServer)}`,
    documents: [],
    texts: [...runs, ...delimiters].map(
      (run): Trial => ({
        name: `${name} to ${taker.at({ webhookKey: "" } as FuzzedServer)}: ${run.name}`,
        isNotorious: run.isNotorious,
        lengths: [...new Set([Math.min(most, 950_000), most])],
        request: (length, server) => {
          const body = cutTo((size) => write(run.write(size)), length);
          return {
            ...sent(taker, server, {}),
            headers: { "Content-Type": type, "Content-Length": String(body.length) },
            body,
          };
        },
      }),
    ),
  })),
);

/** All names of fields that pages' forms have, and names that their queries have. */
const fieldNames = (
  "email password old_password new_password full_name factor_code name id username next realm_name " +
  "subdomain code state error kind token answer label short_name to pad"
).split(" ");
const csrf = "c".repeat(32);
const mostInForm = 64_000;

const pageSubjects: readonly Subject[] = allPages.flatMap((page): readonly Subject[] => {
  const at = page.at.replace(/[:*]\w+/g, "1");
  const inPath = /[:*]\w+/.test(page.at);
  const trial = (what: string, run: Run, make: (text: string) => FuzzedRequest, most: number): Trial => ({
    name: `page ${page.at} ${what}: ${run.name}`,
    isNotorious: run.isNotorious,
    lengths: [most],
    request: (length) => make(run.write(length)),
  });
  const fields = [
    ...(page.post ? [{ what: "form", names: fieldNames }] : []),
    ...(page.get ? [{ what: "query", names: fieldNames }] : []),
  ];
  return [
    ...(inPath
      ? [
          {
            name: `page ${page.at} path`,
            documents: [],
            texts: runs.map((run) =>
              trial(
                "path",
                run,
                (text) => ({
                  method: "GET",
                  path: page.at.replace(/[:*]\w+/g, encodeURIComponent(text)),
                  headers: {},
                  body: nothing,
                }),
                13_000,
              ),
            ),
          },
        ]
      : []),
    ...fields.map(({ what, names }) => ({
      name: `page ${page.at} ${what}`,
      documents: [],
      texts: names.flatMap((name) =>
        runs.map((run) =>
          trial(
            `${what} ${name}`,
            run,
            (text) => {
              const others = fieldNames
                .filter((one) => one !== name)
                .map((one) => `${one}=${one.includes("mail") ? "a@example.com" : "a"}`);
              const all = [
                ...others,
                `csrfmiddlewaretoken=${csrf}`,
                `${name}=${encodeURIComponent(text)}`,
              ].join("&");
              const cookie = { Cookie: `csrftoken=${csrf}` };
              if (what === "query")
                return { method: "GET", path: `${at}?${all}`, headers: cookie, body: nothing };
              const body = Buffer.from(all);
              return {
                method: "POST",
                path: at,
                headers: { ...cookie, "Content-Type": form, "Content-Length": String(body.length) },
                body,
              };
            },
            what === "query" ? 13_000 : Math.floor(mostInForm / 6),
          ),
        ),
      ),
    })),
  ];
});

/** Everything of a request that no endpoint declares. */
export const envelopeTrials: readonly TargetTrials[] = [
  { name: "headers", caller: "user", subjects: headerSubjects(readers) },
  { name: "headers of strangers", caller: "anyone", subjects: headerSubjects(strangers) },
  { name: "bodies", caller: "user", subjects: bodySubjects },
  { name: "pages", caller: "anyone", subjects: pageSubjects },
];
