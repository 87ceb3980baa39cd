import nacl from "tweetnacl";
import { PeerScript } from "./faults";
import { httpPeer, type PeerAnswer, type PeerRequest } from "./http-peer";
import { openSealed } from "./sealed-box";

export const bouncerServer = {
  serverId: "6cde5f7a-1f7e-4978-9716-49f69ebfc9fe",
  serverKey: "secretsecretsecret",
};

interface Registration {
  readonly token: string;
  readonly token_kind: string;
  readonly ios_app_id: string | null;
  readonly timestamp: number;
}

type Payload = Readonly<Record<string, unknown>>;

interface NotifyBody {
  readonly user_uuid: string;
  readonly user_id: number;
  readonly apns_payload: Payload;
  readonly gcm_payload: Payload;
  readonly gcm_options: Payload;
  readonly android_devices: readonly string[];
  readonly apple_devices: readonly string[];
}

interface TestBody {
  readonly user_uuid: string;
  readonly token: string;
  readonly token_kind: number;
  readonly base_payload: Payload;
}

interface EncryptedBody {
  readonly realm_uuid: string;
  readonly push_requests: readonly { readonly token_id: string; readonly payload: Payload }[];
}

const no = (code: string, msg: string, status = 400): PeerAnswer => ({
  status,
  body: { result: "error", msg, code },
});
const yes = (more: object = {}): PeerAnswer => ({
  status: 200,
  body: { result: "success", msg: "", ...more },
});

/** Whether an object has exactly these fields. */
const has = (value: object, ...names: readonly string[]): boolean =>
  JSON.stringify(Object.keys(value).sort()) === JSON.stringify([...names].sort());

/** A push bouncer as documented: strict about fields, with its own devices and realms. */
export const bouncerPeer = async () => {
  const script = new PeerScript();
  const keys = nacl.box.keyPair();
  const publicKey = Buffer.from(keys.publicKey).toString("base64");
  /** Token kinds by user's UUID and token. */
  const tokens = new Map<string, number>();
  const devices = new Map<string, Registration>();
  const realms = new Set<string>();
  const servers = new Map<string, Record<string, string>>();

  const notify = (body: NotifyBody): PeerAnswer => {
    const { user_uuid, apns_payload, gcm_payload, gcm_options, android_devices, apple_devices } = body;
    const isSound =
      has(
        body,
        "user_uuid",
        "user_id",
        "realm_uuid",
        "apns_payload",
        "gcm_payload",
        "gcm_options",
        "android_devices",
        "apple_devices",
      ) && typeof body.user_id === "number";
    if (!isSound) return complain(body);
    const known = (list: readonly string[]) => list.filter((token) => tokens.has(`${user_uuid} ${token}`));
    const missing = (list: readonly string[]) => list.filter((token) => !tokens.has(`${user_uuid} ${token}`));
    for (const address of known(android_devices))
      script.arrivals.push({ address, payload: gcm_payload, headers: gcm_options });
    for (const address of known(apple_devices))
      script.arrivals.push({ address, payload: apns_payload, headers: {} });
    return yes({
      total_android_devices: known(android_devices).length,
      total_apple_devices: known(apple_devices).length,
      deleted_devices: { android_devices: missing(android_devices), apple_devices: missing(apple_devices) },
      realm: null,
    });
  };

  const test = (body: TestBody): PeerAnswer => {
    if (!has(body, "token", "token_kind", "user_id", "user_uuid", "realm_uuid", "base_payload"))
      return complain(body);
    if (tokens.get(`${body.user_uuid} ${body.token}`) !== body.token_kind)
      return no("INVALID_REMOTE_PUSH_DEVICE_TOKEN", "Device not recognized by the push bouncer");
    const payload = { ...body.base_payload, event: "test" };
    script.arrivals.push({ address: body.token, payload, headers: {} });
    return yes();
  };

  const notifyEncrypted = (body: EncryptedBody): PeerAnswer => {
    if (!has(body, "realm_uuid", "push_requests")) return complain(body);
    if (!realms.has(body.realm_uuid)) return no("MISSING_REMOTE_REALM", "Organization not registered", 403);
    const gone: string[] = [];
    for (const { token_id, payload, ...headers } of body.push_requests) {
      const device = devices.get(token_id);
      if (device) script.arrivals.push({ address: device.token, payload, headers });
      else gone.push(token_id);
    }
    return yes({
      apple_successfully_sent_count: 0,
      android_successfully_sent_count: 0,
      delete_token_ids: gone,
      realm_push_status: { can_push: true, expected_end_timestamp: null },
    });
  };

  const register = (form: Record<string, string>): PeerAnswer => {
    if (!has(form, "realm_uuid", "token_id", "encrypted_push_registration", "bouncer_public_key"))
      return complain(form);
    if (!realms.has(form.realm_uuid ?? ""))
      return no("MISSING_REMOTE_REALM", "Organization not registered", 403);
    if (form.bouncer_public_key !== publicKey)
      return no("INVALID_BOUNCER_PUBLIC_KEY", "Invalid bouncer_public_key");
    const opened = openSealed(keys, form.encrypted_push_registration ?? "") as Registration | undefined;
    if (opened === undefined) return no("BAD_REQUEST", "Invalid encrypted_push_registration");
    if (Date.now() / 1000 - opened.timestamp > 86_400) return no("REQUEST_EXPIRED", "Request expired");
    devices.set(form.token_id ?? "", opened);
    return yes();
  };

  const takeToken = (form: Record<string, string>, isGone: boolean): PeerAnswer => {
    const key = `${form.user_uuid} ${form.token}`;
    if (isGone) return tokens.delete(key) ? yes() : no("BAD_REQUEST", "Token does not exist");
    if (form.token_kind === "1" && !form.ios_app_id) return no("BAD_REQUEST", "Missing ios_app_id");
    tokens.set(key, Number(form.token_kind));
    return yes();
  };

  const takeServer = (form: Record<string, string>): PeerAnswer => {
    const isSound =
      has(form, "zulip_org_id", "zulip_org_key", "hostname", "contact_email") &&
      form.zulip_org_id?.length === 36 &&
      form.zulip_org_key?.length === 64;
    if (!isSound) return complain(form);
    if (!form.hostname?.includes(".")) return no("BAD_REQUEST", `${form.hostname} is not a valid hostname`);
    servers.set(form.zulip_org_id ?? "", form);
    return yes({ created: true });
  };

  const takeRealms = (form: Record<string, string>): PeerAnswer => {
    for (const realm of JSON.parse(form.realms ?? "[]")) realms.add(realm.uuid);
    return yes();
  };

  const complain = (body: object): PeerAnswer => {
    script.complaints.push(JSON.stringify(body));
    return no("BAD_REQUEST", "Malformed request");
  };

  const answer = ({ path, headers, body }: PeerRequest): PeerAnswer => {
    const { serverId, serverKey } = bouncerServer;
    if (path === "/api/v1/remotes/server/register")
      return takeServer(Object.fromEntries(new URLSearchParams(body.toString())));
    const basic = `Basic ${Buffer.from(`${serverId}:${serverKey}`).toString("base64")}`;
    if (headers.authorization !== basic) return no("INVALID_ZULIP_SERVER", "Zulip server auth failure", 401);
    const text = body.toString("utf8");
    const endpoint = path.replace("/api/v1/remotes/", "");
    if (headers["content-type"] === "application/json") {
      const parsed = JSON.parse(text);
      if (endpoint === "push/notify") return notify(parsed);
      if (endpoint === "push/test_notification") return test(parsed);
      if (endpoint === "push/e2ee/notify") return notifyEncrypted(parsed);
    } else {
      const form = Object.fromEntries(new URLSearchParams(text));
      if (endpoint === "push/e2ee/register") return register(form);
      if (endpoint === "push/register") return takeToken(form, false);
      if (endpoint === "push/unregister") return takeToken(form, true);
      if (endpoint === "server/analytics") return takeRealms(form);
    }
    return complain({ path });
  };

  const peer = await httpPeer(answer, () => script.nextFault());
  return { ...peer, script, publicKey, keys, tokens, devices, realms, servers };
};
