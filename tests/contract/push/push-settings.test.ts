import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { openPushRelay } from "../../../src/composition/adapters/push-relay";
import { readConfig } from "../../../src/config/config";
import { apnsPeer, apnsTeam } from "../../support/servers/push/apns-peer";
import { aTokenTarget, deliveryOf, theMessage } from "./push-relay.contract";

const folder = mkdtempSync(join(tmpdir(), "parley-push-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const printed: string[] = [];
const openWith = (environment: Record<string, string>) => {
  const config = readConfig(environment);
  if (config._tag === "Left") throw new Error(config.left);
  return openPushRelay(config.right, {
    secret: "a secret of thirty-two characters or more",
    siteUrl: () => "https://chat.example.com",
    print: (line) => printed.push(line),
    realmsWith: async () => [],
    tracing: noTracing,
    version: { version: "12.0", featureLevel: 496 },
  });
};

test("sends and registers nothing by default", async () => {
  const relay = await openWith({});
  expect([relay.services, relay.takesRegistrations, relay.webPushKey]).toEqual([[], false, undefined]);
});

test("each configured relay serves its devices", async () => {
  const peer = await apnsPeer();
  const relay = await openWith({
    PARLEY_PUSH: "apns,web",
    PARLEY_APNS_KEY_FILE: fileWith("key.p8", peer.privateKey),
    PARLEY_APNS_KEY_ID: apnsTeam.keyId,
    PARLEY_APNS_TEAM_ID: apnsTeam.teamId,
    PARLEY_APNS_URL: peer.url,
    PARLEY_PUSH_REGISTRATION_KEY: Buffer.alloc(32, 1).toString("base64"),
  });
  expect([relay.services, relay.takesRegistrations]).toEqual([["apns", "web"], true]);
  expect(Buffer.from(relay.webPushKey ?? "", "base64url")).toHaveLength(65);
  const [outcome] = await relay.deliver(deliveryOf(theMessage(), aTokenTarget("apns", "c0ffee01")));
  expect(outcome).toEqual({ outcome: "sent" });
  await relay.close();
  await peer.close();
});

test("a development server logs what it would have sent", async () => {
  const relay = await openWith({ PARLEY_PUSH: "record" });
  await relay.deliver(deliveryOf(theMessage(), aTokenTarget("fcm", "android-1")));
  expect(printed.join()).toMatch(/^Notification: .*the secret plan/);
});

test("names the setting whose key file is missing or holds no key", async () => {
  const none = join(folder, "none");
  const empty = fileWith("empty.json", "{}");
  const apns = { PARLEY_PUSH: "apns", PARLEY_APNS_KEY_ID: "a", PARLEY_APNS_TEAM_ID: "b" };
  await expect(openWith({ PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: none })).rejects.toThrow(
    /^PARLEY_FCM_KEY_FILE: ENOENT/,
  );
  await expect(openWith({ PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: empty })).rejects.toThrow(
    /^PARLEY_FCM_KEY_FILE must name a file with the private key/,
  );
  await expect(openWith({ ...apns, PARLEY_APNS_KEY_FILE: empty })).rejects.toThrow(
    /^PARLEY_APNS_KEY_FILE must name a file with the private key/,
  );
});

test("refuses a key that the service can't have issued", async () => {
  const pemOf = (kind: "rsa" | "ec", options: object): string =>
    generateKeyPairSync(kind as "ec", options as { namedCurve: string })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
  const account = (private_key: string, token_uri = "https://oauth2.googleapis.com/token"): string =>
    JSON.stringify({ project_id: "p", client_email: "e", private_key_id: "i", private_key, token_uri });
  const curve = pemOf("ec", { namedCurve: "prime256v1" });
  const accounts = [
    account(curve),
    account(pemOf("rsa", { modulusLength: 1024 })),
    account(pemOf("rsa", { modulusLength: 2048 }), "here"),
  ];
  for (const one of accounts)
    await expect(
      openWith({ PARLEY_PUSH: "fcm", PARLEY_FCM_KEY_FILE: fileWith("account.json", one) }),
    ).rejects.toThrow(/^PARLEY_FCM_KEY_FILE must name/);
  const apns = { PARLEY_PUSH: "apns", PARLEY_APNS_KEY_ID: "a", PARLEY_APNS_TEAM_ID: "b" };
  for (const key of [pemOf("rsa", { modulusLength: 2048 }), pemOf("ec", { namedCurve: "secp384r1" })])
    await expect(openWith({ ...apns, PARLEY_APNS_KEY_FILE: fileWith("other.p8", key) })).rejects.toThrow(
      /^PARLEY_APNS_KEY_FILE must name/,
    );
});
