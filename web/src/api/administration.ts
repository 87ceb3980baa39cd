import { get, send } from "./http";
import type { BrowserSession, KeyFacts } from "./settings";

export const archiveChannel = (id: number): Promise<unknown> => send("DELETE", `/streams/${id}`);
export const restoreChannel = (id: number): Promise<unknown> =>
  send("PATCH", `/streams/${id}`, { is_archived: false });

interface Texts {
  readonly name: string;
  readonly description: string;
}

export const createFolder = async (texts: Texts): Promise<number> =>
  (await send<{ channel_folder_id: number }>("POST", "/channel_folders/create", texts)).channel_folder_id;

export const changeFolder = (
  id: number,
  change: Partial<Texts> & { readonly is_archived?: boolean },
): Promise<unknown> => send("PATCH", `/channel_folders/${id}`, change);

export const orderFolders = (order: readonly number[]): Promise<unknown> =>
  send("PATCH", "/channel_folders", { order });

interface NewGroup extends Texts {
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
}

export const createGroup = async (group: NewGroup): Promise<number> =>
  (await send<{ group_id: number }>("POST", "/user_groups/create", group)).group_id;

export const changeGroup = (id: number, change: object): Promise<unknown> =>
  send("PATCH", `/user_groups/${id}`, change);

export const deactivateGroup = (id: number): Promise<unknown> =>
  send("POST", `/user_groups/${id}/deactivate`);

/** Adds and removes a group's members and subgroups. */
export interface GroupMembersChange {
  readonly add?: readonly number[];
  readonly delete?: readonly number[];
  readonly add_subgroups?: readonly number[];
  readonly delete_subgroups?: readonly number[];
}

export const changeGroupMembers = (id: number, change: GroupMembersChange): Promise<unknown> =>
  send("POST", `/user_groups/${id}/members`, change);

/** Clears another user's status. */
export const clearStatusOf = (id: number): Promise<unknown> =>
  send("POST", `/users/${id}/status`, { status_text: "", emoji_name: "", emoji_code: "" });

interface NewAccount {
  readonly email: string;
  readonly full_name: string;
  readonly password: string;
}

/** Creates an account for another person. */
export const createAccount = (account: NewAccount): Promise<unknown> => send("POST", "/users", account);

export const renameUser = (id: number, name: string): Promise<unknown> =>
  send("PATCH", `/users/${id}`, { full_name: name });

/** Sets another user's profile field; an empty value clears it. */
export const setProfileValueOf = (
  userId: number,
  id: number,
  value: string | readonly number[],
): Promise<unknown> => send("PATCH", `/users/${userId}`, { profile_data: [{ id, value }] });

export const fetchChannelsOf = async (id: number): Promise<readonly number[]> =>
  (await get<{ subscribed_channel_ids: readonly number[] }>(`/users/${id}/channels`)).subscribed_channel_ids;

/** What to delete along with a deactivated account. */
export const deactivationChoices = [
  "delete_profile",
  "delete_public_channel_messages",
  "delete_private_channel_messages",
  "delete_direct_messages",
] as const;
export type DeactivationChoice = (typeof deactivationChoices)[number];

export const deactivateWith = (
  id: number,
  choices: readonly DeactivationChoice[],
  comment: string,
): Promise<unknown> =>
  send("DELETE", `/users/${id}`, {
    actions: JSON.stringify(Object.fromEntries(choices.map((one) => [one, true]))),
    ...(comment !== "" && { deactivation_notification_comment: comment }),
  });

export const fetchSessionsOf = async (id: number): Promise<readonly BrowserSession[]> =>
  (await get<{ sessions: readonly BrowserSession[] }>(`/users/${id}/sessions`)).sessions;
export const fetchKeysOf = async (id: number): Promise<readonly KeyFacts[]> =>
  (await get<{ api_keys: readonly KeyFacts[] }>(`/users/${id}/api_keys`)).api_keys;

export const endSessionOf = (id: number, sessionId: string): Promise<unknown> =>
  send("DELETE", `/users/${id}/sessions/${sessionId}`);
export const endSessionsOf = (id: number): Promise<unknown> => send("DELETE", `/users/${id}/sessions`);
export const endKeysOf = (id: number): Promise<unknown> => send("DELETE", `/users/${id}/api_keys`);
export const endFactorsOf = (id: number): Promise<unknown> => send("DELETE", `/users/${id}/two_factors`);
