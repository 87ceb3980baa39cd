import { connect } from "node:net";
import { authorization } from "./load";
import type { Person } from "./seed";

/** Somebody's connection, on which one call follows another. It does as little work as possible. */
export interface RawConnection {
  /** Sends parameters as a form. Resolves to the answer's body, and rejects unless its status is 200. */
  post(path: string, parameters: Readonly<Record<string, string>>): Promise<string>;
  close(): void;
}

export const openRawConnection = (url: string, person: Person): RawConnection => {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.setEncoding("latin1");
  let received = "";
  let settle:
    | { readonly resolve: (body: string) => void; readonly reject: (error: Error) => void }
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
    if (answer.startsWith("HTTP/1.1 200")) settle?.resolve(answer.slice(end + 4));
    else settle?.reject(new Error(answer));
  });
  return {
    post: (path, parameters) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (socket.destroyed) return fail(new Error("The server has closed the connection"));
        const body = new URLSearchParams(parameters).toString();
        socket.write(
          `POST /api/v1/${path} HTTP/1.1\r\nHost: ${person.host ?? `127.0.0.1:${port}`}\r\nUser-Agent: bench/1\r\nAuthorization: ${authorization(person)}\r\n` +
            `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
};
