import { get, send } from "./call";
import type { ReactionKind } from "./wire";

/** A file of one's own. Times are Unix seconds, sizes bytes. */
export interface OwnFile {
  readonly id: number;
  readonly name: string;
  readonly path_id: string;
  readonly size: number;
  readonly create_time: number;
  readonly message_ids: readonly number[];
}

interface OwnFiles {
  readonly attachments: readonly OwnFile[];
  /** What all files of the organization take. */
  readonly upload_space_used: number;
}

export const fetchFiles = (): Promise<OwnFiles> => get("/attachments");
export const removeFile = (id: number): Promise<unknown> => send("DELETE", `/attachments/${id}`);

/** Text that somebody keeps to write it again. */
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

/** Renames a bot; one that is called may be called elsewhere from then on. */
export const changeBot = (id: number, name: string, payloadUrl: string): Promise<unknown> =>
  send("PATCH", `/bots/${id}`, {
    full_name: name,
    ...(payloadUrl !== "" && { service_payload_url: JSON.stringify(payloadUrl) }),
  });

/** What one logs in with besides the password. Times are Unix seconds. */
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

/** A device or browser that one's notifications go to. */
export interface PushDevice {
  readonly service: "apns" | "fcm" | "web" | null;
  readonly is_encrypted: boolean;
  /** Of a device with encryption. */
  readonly device_id: number | null;
  /** Of one without: its address. */
  readonly token: string | null;
  readonly state: "active" | "waiting" | "failed";
  readonly error_code: string | null;
  /** Unix seconds. */
  readonly added_at: number;
}

export const fetchPushDevices = async (): Promise<readonly PushDevice[]> =>
  (await get<{ devices: readonly PushDevice[] }>("/users/me/push_devices")).devices;

/** Has a notification sent to a device. */
export const testPush = ({ device_id, token }: PushDevice): Promise<unknown> =>
  device_id === null
    ? send("POST", "/mobile_push/test_notification", { token })
    : send("POST", "/mobile_push/e2ee/test_notification", { device_id });

/** Nothing goes to the device any more. */
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

/** Says what one is doing; empty for nothing. */
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
