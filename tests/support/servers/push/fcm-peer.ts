import { generateKeyPairSync } from "node:crypto";
import { PeerScript } from "./faults";
import { httpPeer, type PeerAnswer, type PeerRequest } from "./http-peer";
import { readJwt } from "./jwt";

const project = "an-example";
const email = "sender@an-example.iam.gserviceaccount.com";

/** Firebase Cloud Messaging as documented, with Google's sign-in. */
export const fcmPeer = async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const script = new PeerScript();
  const devices = new Set(["android-1"]);
  const valid = new Set<string>();
  let signIns = 0;
  let url = "";

  const signIn = ({ body, headers }: PeerRequest): PeerAnswer => {
    signIns += 1;
    const form = new URLSearchParams(body.toString("utf8"));
    const now = Date.now() / 1000;
    try {
      const { header, claims } = readJwt(form.get("assertion") ?? "", publicKey);
      const isSound =
        headers["content-type"] === "application/x-www-form-urlencoded" &&
        form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
        header.alg === "RS256" &&
        header.kid === "key-1" &&
        claims.iss === email &&
        claims.aud === `${url}/token` &&
        claims.scope === "https://www.googleapis.com/auth/firebase.messaging" &&
        Number(claims.exp) - Number(claims.iat) <= 3600 &&
        Number(claims.exp) > now;
      if (!isSound) throw new Error(`Unsound claims: ${JSON.stringify({ header, claims })}`);
    } catch (error) {
      script.complaints.push(String(error));
      return { status: 400, body: { error: "invalid_grant" } };
    }
    const token = `token-${signIns}`;
    valid.add(token);
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: "Bearer" } };
  };

  const error = (status: number, code: string, errorCode?: string): PeerAnswer => ({
    status,
    body: { error: { code: status, status: code, ...(errorCode && { details: [{ errorCode }] }) } },
  });

  const send = ({ headers, body }: PeerRequest): PeerAnswer => {
    const [, token = ""] = /^Bearer (.+)$/.exec(headers.authorization ?? "") ?? [];
    if (!valid.has(token)) return error(401, "UNAUTHENTICATED");
    const { message, ...rest } = JSON.parse(body.toString("utf8"));
    const { token: address, data, android, ...unknown } = message;
    const isSound =
      Object.keys({ ...rest, ...unknown }).length === 0 &&
      Object.values(data).every((value) => typeof value === "string") &&
      ["HIGH", "NORMAL"].includes(android.priority) &&
      JSON.stringify(data).length <= 4096;
    if (!isSound) {
      script.complaints.push(body.toString("utf8"));
      return error(400, "INVALID_ARGUMENT");
    }
    if (!devices.has(address)) return error(404, "NOT_FOUND", "UNREGISTERED");
    script.arrivals.push({ address, payload: data, headers: { priority: android.priority } });
    return { status: 200, body: { name: `projects/${project}/messages/1` } };
  };

  const peer = await httpPeer(
    (request) => {
      if (request.path === "/token") return signIn(request);
      if (request.path === `/v1/projects/${project}/messages:send`) return send(request);
      return { status: 404 };
    },
    ({ path }) => (path === "/token" ? undefined : script.nextFault()),
  );
  url = peer.url;
  return {
    script,
    devices,
    url,
    requests: peer.requests,
    close: peer.close,
    get signIns() {
      return signIns;
    },
    /** As when Google ends them early. */
    endTokens: () => valid.clear(),
    account: {
      projectId: project,
      clientEmail: email,
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
      keyId: "key-1",
      tokenUri: `${url}/token`,
    },
  };
};
