import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { authorization, median } from "./load";
import { residentOf } from "./memory";
import type { Person } from "./seed";
import { type ServerProcess, startProcess } from "./server-process";

const mebibyte = 1024 * 1024;
/** Content that no disk can compress. */
const piece = Buffer.from(Array.from({ length: mebibyte }, (_, index) => (index * 7919) % 251));

const content = (mebibytes: number): Readable =>
  Readable.from(
    (async function* () {
      for (let sent = 0; sent < mebibytes; sent += 1) yield piece;
    })(),
    { objectMode: false },
  );

const sink = (): Writable => new Writable({ write: (_piece, _encoding, done) => done() });

const answered = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => outgoing.once("response", resolve).once("error", reject));

const textOf = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const one of response) pieces.push(one as Buffer);
  return Buffer.concat(pieces).toString();
};

/** Sends that many mebibytes and returns the answer's body. */
const send = async (
  url: string,
  method: string,
  mebibytes: number,
  headers: Record<string, string>,
  [head, tail]: readonly [string, string] = ["", ""],
): Promise<string> => {
  const length = head.length + mebibytes * mebibyte + tail.length;
  const outgoing = request(url, { method, headers: { ...headers, "Content-Length": String(length) } });
  const response = answered(outgoing);
  outgoing.write(head);
  await pipeline(content(mebibytes), outgoing, { end: false });
  outgoing.end(tail);
  const incoming = await response;
  const body = await textOf(incoming);
  if ((incoming.statusCode ?? 0) >= 300) throw new Error(`${method} ${url}: ${incoming.statusCode} ${body}`);
  return body;
};

const uploadForm = async (url: string, person: Person, mebibytes: number): Promise<string> => {
  const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="bench.bin"\r\n\r\n';
  const headers = {
    Authorization: authorization(person),
    "Content-Type": "multipart/form-data; boundary=b",
  };
  const body = await send(url, "POST", mebibytes, headers, [head, "\r\n--b--\r\n"]);
  return JSON.parse(body).url;
};

const download = async (url: string, person: Person): Promise<void> => {
  const incoming = await answered(request(url, { headers: { Authorization: authorization(person) } }).end());
  if (incoming.statusCode !== 200) throw new Error(`GET ${url}: ${incoming.statusCode}`);
  await pipeline(incoming, sink());
};

/** Mebibytes a second, the median of some runs. */
const speed = async (mebibytes: number, work: () => Promise<unknown>): Promise<number> => {
  const speeds: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const began = performance.now();
    await work();
    speeds.push(mebibytes / ((performance.now() - began) / 1000));
  }
  return median(speeds);
};

export interface Speeds {
  readonly ours: number;
  readonly bare: number;
  readonly disk: number;
}

/** Our speed, that of an Express route with multer, and that of the disk alone. */
export const fileSpeeds = async (
  { url }: ServerProcess,
  person: Person,
  mebibytes: number,
): Promise<{ readonly up: Speeds; readonly down: Speeds }> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-files-"));
  const file = join(folder, "disk");
  const bare = await startProcess("bench/bare-express.js", { BENCH_FOLDER: folder });
  try {
    let buffered = "";
    const up = {
      ours: await speed(mebibytes, async () => {
        buffered = await uploadForm(`${url}/api/v1/user_uploads`, person, mebibytes);
      }),
      bare: await speed(mebibytes, () => uploadForm(`${bare.url}/files`, person, mebibytes)),
      disk: await speed(mebibytes, async () => {
        await pipeline(content(mebibytes), createWriteStream(file));
        const handle = await open(file);
        await handle.sync();
        await handle.close();
      }),
    };
    const down = {
      ours: await speed(mebibytes, () => download(`${url}${buffered}`, person)),
      bare: await speed(mebibytes, () => download(`${bare.url}/files/disk`, person)),
      disk: await speed(mebibytes, () => pipeline(createReadStream(file), sink())),
    };
    return { up, down };
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs work and returns the server's peak memory meanwhile, in MB, and the time, in seconds. */
const watched = async (
  server: ServerProcess,
  work: () => Promise<unknown>,
): Promise<{ readonly before: number; readonly most: number; readonly seconds: number }> => {
  const before = residentOf(server.pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(server.pid));
  }, 100);
  const began = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { before, most, seconds: (performance.now() - began) / 1000 };
};

/** Many uploads at once, by several people: the server takes no more than 20 of one person's at a time. */
export const manyUploads = (
  server: ServerProcess,
  people: readonly Person[],
  count: number,
  mebibytes: number,
) => {
  const uploaders = Array.from({ length: count }, (_, index) => people.slice(index % people.length));
  return watched(server, () =>
    Promise.all(
      uploaders.map(([person]) =>
        uploadForm(`${server.url}/api/v1/user_uploads`, person as Person, mebibytes),
      ),
    ),
  );
};

/** One upload by tus, in one request. */
export const largeUpload = (server: ServerProcess, person: Person, mebibytes: number) =>
  watched(server, async () => {
    const common = { Authorization: authorization(person), "Tus-Resumable": "1.0.0" };
    const begin = request(`${server.url}/api/v1/tus`, {
      method: "POST",
      headers: { ...common, "Upload-Length": String(mebibytes * mebibyte) },
    }).end();
    const { headers } = await answered(begin);
    await send(`${server.url}${headers.location}`, "PATCH", mebibytes, {
      ...common,
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    });
  });
