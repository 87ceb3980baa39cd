import { generateKeyPairSync } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { type Fault, PeerScript } from "./faults";
import { readJwt } from "./jwt";

export const apnsTeam = { keyId: "ABC123DEFG", teamId: "DEF123GHIJ" };

const commit = (stream: ServerHttp2Stream, fault: Fault): void => {
  switch (fault.does) {
    case "answer":
      stream.respond({
        ":status": fault.status,
        ...(fault.retryAfter !== undefined && { "retry-after": String(fault.retryAfter) }),
      });
      stream.end(JSON.stringify(fault.body ?? {}));
      return;
    case "reset":
      stream.session?.destroy();
      return;
    case "hang":
      return;
    case "dawdle":
      stream.respond({ ":status": 500 });
      stream.write("{");
  }
};

/** Apple's push service as documented: HTTP/2, provider tokens, topics, known devices. */
export const apnsPeer = async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const script = new PeerScript();
  const devices = new Map<string, string>([["c0ffee01", "org.example.app"]]);
  const sessions = new Set<ServerHttp2Session>();
  const tokens = new Set<string>();
  let connections = 0;

  const refusal = (headers: IncomingHttpHeaders): [number, string] | undefined => {
    const [scheme, token = ""] = String(headers.authorization).split(" ");
    tokens.add(token);
    try {
      const { header, claims } = readJwt(token, publicKey);
      const age = Date.now() / 1000 - Number(claims.iat);
      if (scheme !== "bearer" || header.alg !== "ES256" || header.kid !== apnsTeam.keyId)
        return [403, "InvalidProviderToken"];
      if (claims.iss !== apnsTeam.teamId) return [403, "InvalidProviderToken"];
      if (age > 3600 || age < -60) return [403, "ExpiredProviderToken"];
    } catch {
      return [403, "InvalidProviderToken"];
    }
    const device = /^\/3\/device\/([0-9a-f]+)$/.exec(String(headers[":path"]))?.[1] ?? "";
    const topic = devices.get(device);
    if (topic === undefined) return [410, "Unregistered"];
    if (headers["apns-topic"] !== topic) return [400, "DeviceTokenNotForTopic"];
    const type = headers["apns-push-type"];
    if (type !== "alert" && type !== "background") return [400, "InvalidPushType"];
    if (type === "background" && headers["apns-priority"] !== "5") return [400, "BadPriority"];
    return undefined;
  };

  const server = createServer();
  server.on("session", (session) => {
    connections += 1;
    sessions.add(session);
    session.on("error", () => {});
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.once("end", () => {
      const fault = script.nextFault();
      if (fault) return commit(stream, fault);
      const body = Buffer.concat(chunks);
      const refused = body.length > 4096 ? ([413, "PayloadTooLarge"] as const) : refusal(headers);
      if (refused) {
        const [status, reason] = refused;
        if (status === 403) script.complaints.push(reason);
        stream.respond({ ":status": status });
        stream.end(JSON.stringify({ reason }));
        return;
      }
      const address = String(headers[":path"]).split("/").at(-1) ?? "";
      script.arrivals.push({ address, payload: JSON.parse(body.toString("utf8")), headers });
      stream.respond({ ":status": 200 });
      stream.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    script,
    devices,
    /** Different provider tokens so far. */
    tokens,
    get connections() {
      return connections;
    },
    /** Asks clients to disconnect, as a server does before it restarts. */
    sayGoodbye: () => {
      for (const session of sessions) session.goaway();
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
