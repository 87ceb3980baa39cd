import { Agent, request } from "node:http";
import autocannon from "autocannon";
import type { Person } from "./seed";

export const authorization = ({ email, apiKey }: Person): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;

const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

/** One call, with parameters as a form or in the query. Returns the answer's bytes. */
export const fetchBytes = (
  url: string,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  person: Person,
  parameters: Readonly<Record<string, string>>,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const form = new URLSearchParams(parameters).toString();
    const target = method === "GET" ? `${url}?${form}` : url;
    const headers = {
      Authorization: authorization(person),
      ...(person.host !== undefined && { Host: person.host }),
      ...(method !== "GET" && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(form),
      }),
    };
    const outgoing = request(target, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${body}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(method === "GET" ? undefined : form);
  });

/** Like `fetchBytes`, but returns the JSON answer. */
export const call = async <A>(...request: Parameters<typeof fetchBytes>): Promise<A> =>
  JSON.parse((await fetchBytes(...request)).toString()) as A;

/** Sets up each connection as the next person's. */
export const asEach = (
  people: readonly Person[],
  headers: Readonly<Record<string, string>> = {},
): NonNullable<autocannon.Options["setupClient"]> => {
  let next = 0;
  return (client) => {
    const person = people[next++ % people.length];
    if (person === undefined) throw new Error("nobody to send as");
    client.setHeaders({
      ...headers,
      Authorization: authorization(person),
      ...(person.host !== undefined && { Host: person.host }),
    });
  };
};

/** The header of a request with parameters as a form. */
export const formHeader = { "Content-Type": "application/x-www-form-urlencoded" };

/** Answers per second over a number of connections, and how many the server refused because it was too busy. */
export const carried = async (
  options: autocannon.Options,
): Promise<{ readonly perSecond: number; readonly refused: number }> => {
  // An amount of requests ends at the next sample, by default up to a second after the last answer.
  const result = await autocannon({ sampleInt: 20, ...options });
  const refused = result.statusCodeStats?.["503"]?.count ?? 0;
  if (result.non2xx > refused || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} connections failed`);
  return { perSecond: result["2xx"] / result.duration, refused };
};

/** Like `carried`, but fails if the server refused any request. */
export const throughput = async (options: autocannon.Options): Promise<number> => {
  const { perSecond, refused } = await carried(options);
  if (refused > 0) throw new Error(`${refused} requests were refused`);
  return perSecond;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const percentile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};
