import { readFileSync } from "node:fs";
import * as t from "io-ts";
import { type AddressGuard, addressGuard, anyAddress } from "../../adapters/net/address-guard";
import { tracedHttp } from "../../adapters/net/traced-http";
import { undiciHttp } from "../../adapters/net/undici-http";
import { apnsRelay } from "../../adapters/push/apns/apns-relay";
import { type BouncerOptions, bouncerRelay } from "../../adapters/push/bouncer/bouncer-relay";
import { combinedRelay } from "../../adapters/push/combined-relay";
import type { ServiceAccount } from "../../adapters/push/fcm/access-token";
import { fcmRelay } from "../../adapters/push/fcm/fcm-relay";
import { loadCipher } from "../../adapters/push/payload/encryption";
import { recordingRelay } from "../../adapters/push/recording/recording-relay";
import { vapidKey } from "../../adapters/push/web-push/vapid";
import { webPushRelay } from "../../adapters/push/web-push/web-push-relay";
import type { PushRelay } from "../../application/ports/push/push-relay";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";
import type { PushWay } from "../../config/push-settings";
import { messageOf } from "../../domain/codec/caught";
import { valueOfJson } from "../../domain/codec/json-text";

interface RelayOptions extends Pick<BouncerOptions, "realmsWith" | "version"> {
  readonly secret: string;
  readonly siteUrl: () => string;
  /** Prints a notification instead of sending it. */
  readonly print: (line: string) => void;
  readonly tracing: Tracing;
}

const limits = { timeout: 15_000, largestAnswer: 262_144 };

/** Calls push services that `isAllowed` lets through. */
export const pushHttp = (isAllowed: AddressGuard = anyAddress): OutgoingHttp =>
  undiciHttp({ ...limits, isAllowed, answersRedirects: true, keepsConnections: true });

const read = (variable: string, file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${variable}: ${messageOf(error)}`);
  }
};

/** Rejects invalid keys with an error that names the variable. */
const keyed = <A>(variable: string, make: () => A): A => {
  try {
    return make();
  } catch {
    throw new Error(`${variable} must name a file with the private key that the push service issued`);
  }
};

const accountFile = t.type({
  project_id: t.string,
  client_email: t.string,
  private_key: t.string,
  private_key_id: t.string,
  token_uri: t.string,
});

const serviceAccount = (text: string): ServiceAccount => {
  const account = valueOfJson(accountFile, text);
  if (account === undefined) throw new Error("Not a service account file");
  const { project_id, client_email, private_key, private_key_id, token_uri } = account;
  return {
    projectId: project_id,
    clientEmail: client_email,
    privateKey: private_key,
    keyId: private_key_id,
    tokenUri: token_uri,
  };
};

/** The account with which to use Firebase Cloud Messaging. */
export const fcmAccount = ({ fcmKeyFile }: Pick<Config, "fcmKeyFile">): ServiceAccount => {
  const text = read("PARLEY_FCM_KEY_FILE", fcmKeyFile ?? "");
  return keyed("PARLEY_FCM_KEY_FILE", () => serviceAccount(text));
};

/** Opens the configured way of sending notifications. */
export const openPushRelay = async (
  config: Config,
  { secret, siteUrl, print, realmsWith, version, tracing }: RelayOptions,
): Promise<PushRelay> => {
  if (config.push.some((way) => way !== "web")) await loadCipher();
  const registrationKey =
    config.pushRegistrationKey === undefined ? undefined : Buffer.from(config.pushRegistrationKey, "base64");
  const vapid = vapidKey(secret);
  // The operator configures these addresses, so private networks are allowed.
  const calling = (isAllowed?: AddressGuard) => tracedHttp(pushHttp(isAllowed), "push service", tracing);
  const http = calling();
  const ways: Readonly<Record<PushWay, () => PushRelay>> = {
    bouncer: () =>
      bouncerRelay({
        http,
        url: config.bouncerUrl,
        serverId: config.bouncerId ?? "",
        serverKey: config.bouncerKey ?? "",
        realmsWith,
        secret,
        version,
      }),
    fcm: () => {
      const account = fcmAccount(config);
      return keyed("PARLEY_FCM_KEY_FILE", () =>
        fcmRelay({ http, account, url: config.fcmUrl, registrationKey }),
      );
    },
    apns: () => {
      const privateKey = read("PARLEY_APNS_KEY_FILE", config.apnsKeyFile ?? "");
      const key = { privateKey, keyId: config.apnsKeyId ?? "", teamId: config.apnsTeamId ?? "" };
      return keyed("PARLEY_APNS_KEY_FILE", () =>
        apnsRelay({ key, url: config.apnsUrl, timeout: limits.timeout, registrationKey }),
      );
    },
    web: () => webPushRelay({ http: calling(addressGuard(config.pushAllow ?? [])), key: vapid, siteUrl }),
    record: () =>
      recordingRelay({
        record: (push) => print(`Notification: ${JSON.stringify(push)}`),
        registrationKey,
        webPushKey: vapid.publicKey,
      }),
  };
  return combinedRelay(config.push.map((way) => ways[way]()));
};
