import type { ReactionKind } from "../wire/wire";
import { get, send } from "./http";

/** A file that the current user uploaded. Times are Unix seconds, sizes bytes. */
export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  readonly path_id: string;
  readonly size: number;
  readonly create_time: number;
  readonly message_ids: readonly number[];
}

interface OwnFiles {
  readonly attachments: readonly UploadedFile[];
  /** The size of all files in the organization. */
  readonly upload_space_used: number;
}

export const fetchFiles = (): Promise<OwnFiles> => get("/attachments");
export const removeFile = (id: number): Promise<unknown> => send("DELETE", `/attachments/${id}`);

/** A saved snippet. */
export interface Snippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
}

export const fetchSnippets = async (): Promise<readonly Snippet[]> =>
  (await get<{ saved_snippets: readonly Snippet[] }>("/saved_snippets")).saved_snippets;

export const addSnippet = (title: string, content: string): Promise<unknown> =>
  send("POST", "/saved_snippets", { title, content });

export const changeSnippet = (id: number, title: string, content: string): Promise<unknown> =>
  send("PATCH", `/saved_snippets/${id}`, { title, content });

export const removeSnippet = (id: number): Promise<unknown> => send("DELETE", `/saved_snippets/${id}`);

/** Updates a bot's name and, for outgoing webhooks, its endpoint. */
export const changeBot = (id: number, name: string, payloadUrl: string): Promise<unknown> =>
  send("PATCH", `/bots/${id}`, {
    full_name: name,
    ...(payloadUrl !== "" && { service_payload_url: JSON.stringify(payloadUrl) }),
  });

/** A second factor for logging in. Times are Unix seconds. */
export interface Factors {
  readonly factors: readonly {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly created: number;
    readonly last_used: number | null;
  }[];
  readonly recovery_codes_left: number;
}

export const fetchFactors = (): Promise<Factors> => get("/users/me/two_factors");

/** A device or browser that receives push notifications. */
export interface PushDevice {
  readonly service: "apns" | "fcm" | "web" | null;
  readonly is_encrypted: boolean;
  /** For devices with encryption. */
  readonly device_id: number | null;
  /** The push token, for devices without encryption. */
  readonly token: string | null;
  readonly state: "active" | "waiting" | "failed";
  readonly error_code: string | null;
  /** Unix seconds. */
  readonly added_at: number;
}

export const fetchPushDevices = async (): Promise<readonly PushDevice[]> =>
  (await get<{ devices: readonly PushDevice[] }>("/users/me/push_devices")).devices;

/** Sends a test notification to a device. */
export const testPush = ({ device_id, token }: PushDevice): Promise<unknown> =>
  device_id === null
    ? send("POST", "/mobile_push/test_notification", { token })
    : send("POST", "/mobile_push/e2ee/test_notification", { device_id });

/** Unregisters a device from notifications. */
export const removePushDevice = ({ device_id, service, token }: PushDevice): Promise<unknown> => {
  if (device_id !== null) return send("POST", "/remove_client_device", { device_id });
  if (service === "apns") return send("DELETE", "/users/me/apns_device_token", { token });
  if (service === "fcm") return send("DELETE", "/users/me/android_gcm_reg_id", { token });
  return send("DELETE", "/users/me/web_push_subscriptions", { endpoint: token });
};

interface StatusEmoji {
  readonly name: string;
  readonly code: string;
  readonly kind: ReactionKind;
}

/** Sets the current user's status; empty clears it. */
export const setStatus = (text: string, emoji: StatusEmoji | undefined): Promise<unknown> =>
  send("POST", "/users/me/status", {
    status_text: text,
    ...(emoji === undefined
      ? { emoji_name: "", emoji_code: "" }
      : { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.kind }),
  });

export const uploadAvatar = (file: File): Promise<unknown> => {
  const form = new FormData();
  form.append("file", file);
  return send("POST", "/users/me/avatar", form);
};

export const removeAvatar = (): Promise<unknown> => send("DELETE", "/users/me/avatar");

export const muteUser = (userId: number, isMuted: boolean): Promise<unknown> =>
  send(isMuted ? "POST" : "DELETE", `/users/me/muted_users/${userId}`);
