import { createECDH, createPublicKey, randomBytes } from "node:crypto";
import { decrypt } from "http_ece";
import { PeerScript } from "./faults";
import { httpPeer, type PeerAnswer, type PeerRequest } from "./http-peer";
import { readJwt } from "./jwt";

/** A browser's subscription at a push service, and what the browser reads there. */
export const webPushPeer = async () => {
  const script = new PeerScript();
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  const subscriptions = new Set(["/push/1"]);
  let origin = "";

  const publicKeyOf = (point: Buffer) =>
    createPublicKey({
      format: "jwk",
      key: {
        kty: "EC",
        crv: "P-256",
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33, 65).toString("base64url"),
      },
    });

  const complaintAbout = ({ method, headers, body }: PeerRequest): string | undefined => {
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
    try {
      const { header, claims } = readJwt(token, publicKeyOf(Buffer.from(key, "base64url")));
      const exp = Number(claims.exp) - Date.now() / 1000;
      if (header.alg !== "ES256" || claims.aud !== origin || exp <= 0 || exp > 86_400) return "claims";
      if (!/^(https?:|mailto:)/.test(String(claims.sub))) return "subject";
    } catch {
      return "signature";
    }
    if (method !== "POST" || headers["content-encoding"] !== "aes128gcm") return "encoding";
    if (!/^\d+$/.test(String(headers.ttl))) return "TTL";
    return body.length > 4096 ? "length" : undefined;
  };

  const answer = (request: PeerRequest): PeerAnswer => {
    const complaint = complaintAbout(request);
    if (complaint !== undefined) {
      script.complaints.push(complaint);
      return { status: 403 };
    }
    if (!subscriptions.has(request.path)) return { status: 410 };
    const plain = decrypt(request.body, { version: "aes128gcm", privateKey: browser, authSecret: auth });
    script.arrivals.push({
      address: `${origin}${request.path}`,
      payload: JSON.parse(plain.toString("utf8")),
      headers: { urgency: request.headers.urgency },
    });
    return { status: 201 };
  };

  const peer = await httpPeer(answer, () => script.nextFault());
  origin = peer.url;
  return {
    ...peer,
    script,
    subscriptions,
    endpoint: `${peer.url}/push/1`,
    keys: { p256dh: browser.getPublicKey().toString("base64url"), auth },
  };
};
