import { Agent, request } from "node:http";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string };
}

/** A client with one connection at a time, which it keeps open between requests. */
export interface PersistentConnection {
  call(method: string, path: string, fields?: Readonly<Record<string, unknown>>): Promise<Answer>;
  close(): void;
}

/** Opens its connection with the first call. */
export const persistentConnection = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
): PersistentConnection => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (method, path, fields = {}) =>
      new Promise((resolve, reject) => {
        const body = new URLSearchParams(
          Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
        ).toString();
        const isRead = method === "GET";
        const sending = request(`${url}${path}${isRead && body !== "" ? `?${body}` : ""}`, {
          method,
          agent,
          headers: {
            ...headers,
            ...(!isRead && { "Content-Type": "application/x-www-form-urlencoded" }),
          },
        });
        sending.on("error", reject);
        sending.on("response", (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("error", reject);
          response.on("end", () => {
            try {
              resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
            } catch (error) {
              reject(error);
            }
          });
        });
        sending.end(isRead ? undefined : body);
      }),
    close: () => agent.destroy(),
  };
};
