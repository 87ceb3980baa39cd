import type { RealmId, UserId } from "../../domain/ids";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { Realm } from "../../domain/realm/realm";
import { realmUrl } from "../../domain/realm/realm-address";

/** What the API reports about the server itself. */
export interface ServerInfo {
  /** The server's address, without a trailing slash. */
  readonly url: string;
  readonly isDevelopment: boolean;
  /** Whether mobile push notifications are available. */
  readonly sendsPush: boolean;
  /** Display name of the single sign-on service; undefined without one. */
  readonly signOnName: string | undefined;
  /** Whether a model writes summaries. */
  readonly summarizes: boolean;
  /** Keys of the GIF services that clients use; empty where there is none. */
  readonly gifKeys: { readonly giphy: string; readonly tenor: string; readonly klipy: string };
  /** Login methods that organizations can choose from. */
  readonly offeredLogins: readonly LoginMethod[];
  /** Start of this process, in Unix seconds. */
  readonly startedAt: number;
  /** Upload limits in mebibytes: of one file, and of all files of a realm. */
  readonly uploads: { readonly fileMib: number; readonly realmMib: number | null };
  /** The token by which an outgoing webhook bot's server recognizes calls of this one. */
  webhookTokenOf(realmId: RealmId, botId: UserId): string;
}

/** The identity and addresses of a realm. */
export interface RealmInfo {
  readonly id: RealmId;
  readonly subdomain: string;
  readonly url: string;
  readonly host: string;
  webhookTokenOf(botId: UserId): string;
}

type UsedServerInfo = Pick<ServerInfo, "url" | "webhookTokenOf">;

/** Cached, because each request needs them and they depend on the realm and the server alone. */
const knownInfo = new WeakMap<Realm, { readonly server: UsedServerInfo; readonly info: RealmInfo }>();

/** What encoders need to know about a realm in addition to its state. */
export const realmInfo = (realm: Realm, server: UsedServerInfo): RealmInfo => {
  const known = knownInfo.get(realm);
  if (known?.server === server) return known.info;
  const info = infoOf(realm, server);
  knownInfo.set(realm, { server, info });
  return info;
};

const infoOf = (realm: Realm, server: UsedServerInfo): RealmInfo => {
  const url = realmUrl(server.url, realm);
  return {
    id: realm.id,
    subdomain: realm.subdomain,
    url,
    host: new URL(url).hostname,
    webhookTokenOf: (botId) => server.webhookTokenOf(realm.id, botId),
  };
};
