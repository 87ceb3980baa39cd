import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { WireEvent } from "../../tests/support/clients/client-model";
import { onTheWire } from "../../tests/support/clients/on-the-wire";

/** Who calls. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
}

/** An answer of 2xx or 4xx. Everything else is retried. */
export interface Answer {
  readonly ok: boolean;
  readonly code: string | undefined;
  readonly body: WireEvent;
}

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

const defaultTimeout = 15_000;
const retryMilliseconds = 100;

/** Calls through the proxy. Repeats a call until it gets an answer other than 5xx. */
export class Api {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  /** How often a call had to be repeated. */
  retries = 0;
  /** Answers of 500: bugs. */
  readonly failures: string[] = [];

  constructor(private readonly url: string) {}

  async call(person: Person | undefined, call: Call): Promise<Answer> {
    for (;;) {
      const answer = await this.once(person, call).catch(() => undefined);
      if (answer && answer.status < 500) {
        const body = JSON.parse(answer.text) as WireEvent;
        return { ok: answer.status < 300, code: body.code, body };
      }
      if (call.signal?.aborted) throw new Error("no longer wanted");
      this.retries += 1;
      if (answer?.status === 500) this.failures.push(answer.text);
      await sleep(retryMilliseconds);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private once(
    person: Person | undefined,
    { method, path, fields = {}, headers, signal, timeout = defaultTimeout }: Call,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const form = new URLSearchParams(onTheWire(fields)).toString();
      const outgoing = request(
        `${this.url}/api/v1${path}${method === "GET" ? `?${form}` : ""}`,
        {
          method,
          agent: this.agent,
          headers: {
            ...(person && {
              Authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString("base64")}`,
            }),
            ...(method !== "GET" && {
              "Content-Type": "application/x-www-form-urlencoded",
              "Content-Length": Buffer.byteLength(form),
            }),
            ...headers,
          },
          ...(signal && { signal }),
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () => {
            if (!answer.complete) reject(new Error("the answer broke off"));
            else resolve({ status: answer.statusCode ?? 500, text: Buffer.concat(chunks).toString() });
          });
        },
      );
      outgoing.setTimeout(timeout, () => outgoing.destroy(new Error("no answer")));
      outgoing.on("error", reject);
      outgoing.end(method === "GET" ? undefined : form);
    });
  }
}
