import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** CBOR, as much of it as keys and attestations need. */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
};

const base64url = (bytes: Buffer): string => bytes.toString("base64url");
const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

interface Options {
  readonly origin?: string;
  /** Whether it counts its uses; password managers don't. */
  readonly counts?: boolean;
}

interface Asked {
  readonly challenge: string;
}

/** What an attacker's software may state instead of the truth. */
interface Statement {
  readonly type: string;
  /** The page's origin. */
  readonly origin: string;
  /** The domain the passkey is for. */
  readonly domain: string;
  readonly flags: number;
  readonly challenge: string;
}

interface Secret {
  readonly credentialId: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const present = 0x01;
const hasCredential = 0x40;

/** A passkey on a device. It answers a page's questions, given in JSON, or lies about something. */
export interface Authenticator {
  make(options: string, lie?: Partial<Statement>): string;
  use(options: string, lie?: Partial<Statement>): string;
  /** A copy of the device, which counts on its own. */
  clone(): Authenticator;
  /** Another passkey under the same public id. */
  impostor(): Authenticator;
}

const authenticatorWith = (
  { credentialId, privateKey, publicKey }: Secret,
  { origin, counts }: Required<Options>,
  begun: number,
): Authenticator => {
  const id = base64url(credentialId);
  let uses = begun;
  const stated = (
    type: string,
    flags: number,
    options: string,
    statement: Partial<Statement>,
  ): Statement => ({
    type,
    origin,
    domain: new URL(origin).hostname,
    flags,
    challenge: (JSON.parse(options) as Asked).challenge,
    ...statement,
  });
  const clientData = ({ type, challenge, origin: at }: Statement): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const authenticatorData = ({ domain, flags }: Statement, more: Buffer = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, more]);
  };
  const answer = (response: object): string =>
    JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  return {
    make: (options, lie = {}) => {
      const statement = stated("webauthn.create", present | hasCredential, options, lie);
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // RFC 9053: an elliptic curve key with two coordinates, for ES256 on P-256.
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const idLength = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, credentialId, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(statement, credential)],
      ]);
      return answer({
        clientDataJSON: base64url(clientData(statement)),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      });
    },
    use: (options, lie = {}) => {
      if (counts) uses += 1;
      const statement = stated("webauthn.get", present, options, lie);
      const client = clientData(statement);
      const data = authenticatorData(statement);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
    clone: () => authenticatorWith({ credentialId, privateKey, publicKey }, { origin, counts }, uses),
    impostor: () => authenticatorWith({ credentialId, ...newKey() }, { origin, counts }, uses),
  };
};

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** A passkey as a device would hold it: it answers a page's requests to a browser, in JSON. */
export const anAuthenticator = ({
  origin = "http://chat.example.com",
  counts = false,
}: Options = {}): Authenticator =>
  authenticatorWith({ credentialId: randomBytes(32), ...newKey() }, { origin, counts }, 0);
