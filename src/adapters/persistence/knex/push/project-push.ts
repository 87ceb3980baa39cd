import { createHash } from "node:crypto";
import type { PushEvent } from "../../../../domain/events/push-event";
import type { RealmId, UserId } from "../../../../domain/ids";
import {
  clientDeviceCodec,
  inOrder,
  type PushToken,
  pushTokenCodec,
  type UserDevices,
} from "../../../../domain/push/push-device";
import { insertRows, query, rowReader, run, type Sql, toRow, updateFromJson } from "../database/rows";

const toDevice = rowReader("client_devices", clientDeviceCodec, "user_id", "id");
const toToken = rowReader("push_tokens", pushTokenCodec, "user_id", "service", "digest");

/** Tokens are hashed because they can exceed the size of index entries. */
const digestOf = ({ service, token }: Pick<PushToken, "service" | "token">): string =>
  createHash("sha256")
    .update(service === "apns" ? token.toLowerCase() : token)
    .digest("base64url");

/** Updates the tables of devices. */
export const projectPush = (sql: Sql, realmId: RealmId, event: PushEvent): Promise<void> => {
  const owner = { user_id: event.userId };
  switch (event.type) {
    case "client_device_added":
      return insertRows(sql, "client_devices", realmId, [{ ...owner, ...toRow(event.device) }]);
    case "client_device_changed": {
      const row = toRow(event.change);
      return run(
        sql,
        `${updateFromJson("client_devices", Object.keys(row))} WHERE client_devices.realm_id = ? AND client_devices.user_id = ?
           AND client_devices.id = ?`,
        [JSON.stringify(row), realmId, event.userId, event.deviceId],
      );
    }
    case "client_device_removed":
      return run(sql, "DELETE FROM client_devices WHERE realm_id = ? AND user_id = ? AND id = ?", [
        realmId,
        event.userId,
        event.deviceId,
      ]);
    case "push_token_added":
      return insertRows(
        sql,
        "push_tokens",
        realmId,
        [{ ...owner, digest: digestOf(event.token), ...toRow(event.token) }],
        `ON CONFLICT (realm_id, user_id, service, digest) DO UPDATE SET
           token = excluded.token, app_id = excluded.app_id, keys = excluded.keys,
           is_introduced = excluded.is_introduced, session_id = excluded.session_id, added_at = excluded.added_at`,
      );
    case "push_token_introduced":
    case "push_token_removed":
      return run(
        sql,
        `${event.type === "push_token_removed" ? "DELETE FROM push_tokens" : "UPDATE push_tokens SET is_introduced = true"}
         WHERE realm_id = ? AND user_id = ? AND service = ? AND digest = ?`,
        [realmId, event.userId, event.token.service, digestOf(event.token)],
      );
  }
};

/** Reads the devices of all users in the realm who have any. */
export const readPushDevices = async (
  sql: Sql,
  realmId: RealmId,
): Promise<readonly (UserDevices & { readonly userId: UserId })[]> => {
  const all = (table: string) => query(sql, `SELECT * FROM ${table} WHERE realm_id = ?`, [realmId]);
  const byUser = new Map<UserId, UserDevices>();
  const add = (userId: UserId, more: Partial<UserDevices>): void => {
    const { devices = [], tokens = [] } = byUser.get(userId) ?? {};
    byUser.set(
      userId,
      inOrder({
        devices: [...devices, ...(more.devices ?? [])],
        tokens: [...tokens, ...(more.tokens ?? [])],
      }),
    );
  };
  for (const row of await all("client_devices")) add(Number(row.user_id), { devices: [toDevice(row)] });
  for (const row of await all("push_tokens")) add(Number(row.user_id), { tokens: [toToken(row)] });
  return [...byUser].map(([userId, devices]) => ({ userId, ...devices }));
};
