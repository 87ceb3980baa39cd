import { get, send } from "./call";

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

/** Has a notification sent to all devices of one's own; those that take encrypted ones have a way of their own. */
export const testPush = (isEncrypted: boolean): Promise<unknown> =>
  send("POST", isEncrypted ? "/mobile_push/e2ee/test_notification" : "/mobile_push/test_notification");
