import { connect } from "node:net";
import { authorization } from "./load";
import type { Person } from "./seed";

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Somebody's connection, on which one call follows another. It does as little work as possible. */
export interface RawConnection {
  /** Writes a request from `formRequest`. Rejects if the connection closes first. */
  exchange(request: string): Promise<RawAnswer>;
  /** Sends parameters as a form. Resolves to the answer's body, and rejects unless its status is 200. */
  post(path: string, parameters: Readonly<Record<string, string>>): Promise<string>;
  isOpen(): boolean;
  close(): void;
}

/** Somebody's request with parameters as a form, as the text that is written to a connection. */
export const formRequest = (
  url: string,
  person: Person,
  path: string,
  parameters: Readonly<Record<string, string>>,
): string => {
  const body = new URLSearchParams(parameters).toString();
  return (
    `POST /api/v1/${path} HTTP/1.1\r\nHost: ${person.host ?? new URL(url).host}\r\nUser-Agent: bench/1\r\n` +
    `Authorization: ${authorization(person)}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
};

export const openRawConnection = (url: string, person: Person): RawConnection => {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
  socket.setEncoding("latin1");
  let received = "";
  let settle:
    | { readonly resolve: (answer: RawAnswer) => void; readonly reject: (error: Error) => void }
    | undefined;
  const fail = (error: Error): void => settle?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed the connection")));
  socket.on("data", (chunk) => {
    received += String(chunk);
    const end = received.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (end < 0 || received.length < end + 4 + length) return;
    const answer = received;
    received = "";
    settle?.resolve({
      status: Number(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
      head: answer.slice(0, end),
      body: answer.slice(end + 4),
    });
  });
  const exchange = (request: string): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      if (socket.destroyed) return fail(new Error("The server has closed the connection"));
      socket.write(request);
    });
  return {
    exchange,
    post: async (path, parameters) => {
      const { status, head, body } = await exchange(formRequest(url, person, path, parameters));
      if (status !== 200) throw new Error(`${head}\n${body}`);
      return body;
    },
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
  };
};
