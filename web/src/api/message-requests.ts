import type { Narrow } from "../store/narrow";
import type { ReactionKind } from "../wire/wire";
import { get, Refusal, send } from "./http";

/** Undefined on pages without HTTPS, where browsers lack `crypto.subtle`. */
const sha256 = async (text: string): Promise<string | undefined> => {
  const bytes = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return bytes && [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Replaces a message's text. Fails with EXPECTATION_MISMATCH if `before` is given and outdated. */
export const editMessage = async (id: number, content: string, before?: string): Promise<unknown> =>
  send("PATCH", `/messages/${id}`, {
    content,
    prev_content_sha256: before === undefined ? undefined : await sha256(before),
  });

export const deleteMessage = (id: number): Promise<unknown> => send("DELETE", `/messages/${id}`);

interface Emoji {
  readonly name: string;
  readonly code: string;
  readonly kind: ReactionKind;
}

/** Adds or removes a reaction; if it already exists, or is already gone, that isn't a failure. */
export const changeReaction = (
  id: number,
  op: "add" | "remove",
  { name, code, kind }: Emoji,
): Promise<unknown> =>
  send(op === "add" ? "POST" : "DELETE", `/messages/${id}/reactions`, {
    emoji_name: name,
    emoji_code: code,
    reaction_type: kind,
  }).catch((error) => {
    // A second click, or another device, was faster.
    if (!(error instanceof Refusal && error.code.startsWith("REACTION_"))) throw error;
  });

/** A version of a message in its edit history; oldest first. */
export interface Version {
  readonly rendered_content: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly user_id: number | null;
  readonly topic: string;
  readonly prev_rendered_content?: string;
  readonly prev_topic?: string;
  /** Ids of the channels before and after a move between channels. */
  readonly prev_stream?: number;
  readonly stream?: number;
}

export const fetchVersions = async (id: number): Promise<readonly Version[]> =>
  (
    await get<{ message_history: readonly Version[] }>(`/messages/${id}/history`, {
      allow_empty_topic_name: true,
    })
  ).message_history;

export const fetchReaders = async (id: number): Promise<readonly number[]> =>
  (await get<{ user_ids: readonly number[] }>(`/messages/${id}/read_receipts`)).user_ids;

export const reportMessage = (id: number, reason: string, description: string): Promise<unknown> =>
  send("POST", `/messages/${id}/report`, { report_type: reason, description });

const mostMarked = 5000;

interface Marked {
  readonly updated_count: number;
  readonly first_processed_id: number | null;
  readonly last_processed_id: number | null;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/**
 * Which messages of a narrow are marked: from one on, from the one after it, or backwards, either from the newest one or
 * from those older than `before`.
 */
export type MarkFrom =
  | { readonly towards: "newer"; readonly id: number; readonly isAfter?: boolean }
  | { readonly towards: "older"; readonly before?: number };

/** Marks a few thousand messages of a narrow as unread. Returns how many, and where to continue. */
export const markUnreadIn = async (
  narrow: Narrow,
  from: MarkFrom,
): Promise<{ readonly count: number; readonly next: MarkFrom | undefined }> => {
  const isNewer = from.towards === "newer";
  const marked = await send<Marked>("POST", "/messages/flags/narrow", {
    anchor: isNewer ? from.id : (from.before ?? "newest"),
    include_anchor: isNewer ? from.isAfter !== true : from.before === undefined,
    num_before: isNewer ? 0 : mostMarked,
    num_after: isNewer ? mostMarked : 0,
    narrow,
    op: "remove",
    flag: "read",
  });
  const { updated_count: count, first_processed_id: first, last_processed_id: last } = marked;
  const isDone = isNewer ? marked.found_newest : marked.found_oldest;
  if (isDone || first === null || last === null) return { count, next: undefined };
  return {
    count,
    next: isNewer ? { towards: "newer", id: last, isAfter: true } : { towards: "older", before: first },
  };
};

/** Marks all messages as read, at a cost that doesn't grow with their number. */
export const markAllRead = (): Promise<unknown> => send("POST", "/mark_all_as_read");

/** Votes, adds an option or a task, or marks a task as done. */
export const changeWidget = (messageId: number, change: object): Promise<unknown> =>
  send("POST", "/submessage", {
    message_id: messageId,
    msg_type: "widget",
    content: JSON.stringify(change),
  });

/** A message as the server would show it. */
export const renderMarkdown = async (content: string): Promise<string> =>
  (await send<{ rendered: string }>("POST", "/messages/render", { content })).rendered;
