import type { User } from "../wire/wire";
import { get, send } from "./http";
import type { ProfileValues } from "./profile";

const withFile = (file: File): FormData => {
  const form = new FormData();
  form.append("file", file);
  return form;
};

export const changeOrganization = (change: object): Promise<unknown> => send("PATCH", "/realm", change);

export const changeUserDefaults = (change: object): Promise<unknown> =>
  send("PATCH", "/realm/user_settings_defaults", change);

export const uploadIcon = (file: File): Promise<unknown> => send("POST", "/realm/icon", withFile(file));
export const removeIcon = (): Promise<unknown> => send("DELETE", "/realm/icon");

/** An audit log entry: who changed what. */
export interface AuditEntry {
  readonly id: number;
  readonly kind: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly actor: {
    /** Null for the server itself. */
    readonly user_id: number | null;
    readonly client: string;
    readonly address: string | null;
  };
  readonly target: { readonly type: string; readonly id: number };
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Filters for changes of settings. */
export interface ChangeFilter {
  readonly kinds: readonly string[];
  readonly target?: { readonly type: "channel" | "user_group"; readonly id: number };
}

/** An event: somebody changed settings. */
export interface SettingChange {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly kind: string;
  /** Null for the server itself. */
  readonly user_id: number | null;
  readonly target: { readonly type: string; readonly id: number };
  readonly names: readonly string[];
}

/** The latest changes of settings, newest first; readable by those who may change them. */
export const fetchSettingChanges = async (filter: ChangeFilter): Promise<readonly SettingChange[]> =>
  (await get<{ changes: readonly SettingChange[] }>("/realm/setting_changes", { ...filter, limit: 500 }))
    .changes;

export const fetchOwnProfile = async (): Promise<ProfileValues> =>
  (await get<{ profile_data?: ProfileValues }>("/users/me")).profile_data ?? {};

export const setProfileValue = (id: number, value: string | readonly number[]): Promise<unknown> =>
  value === ""
    ? send("DELETE", "/users/me/profile_data", { data: [id] })
    : send("PATCH", "/users/me/profile_data", { data: [{ id, value }] });

interface Proof {
  readonly password: string;
  /** The second factor's code; empty without one. */
  readonly code: string;
}

const proofOf = ({ password, code }: Proof): object => ({
  old_password: password,
  ...(code !== "" && { two_factor_code: code }),
});

export const changeAddress = (email: string, proof: Proof): Promise<unknown> =>
  send("PATCH", "/settings", { email, ...proofOf(proof) });

export const changePassword = (password: string, proof: Proof): Promise<unknown> =>
  send("PATCH", "/settings", { new_password: password, ...proofOf(proof) });

export const deactivateOwnAccount = (): Promise<unknown> => send("DELETE", "/users/me");

/** A logged-in browser. Times are Unix seconds. */
export interface BrowserSession {
  readonly id: string;
  readonly browser: string;
  readonly network: string;
  readonly is_current: boolean;
  readonly created: number;
  readonly last_seen: number;
}

export const fetchSessions = async (): Promise<readonly BrowserSession[]> =>
  (await get<{ sessions: readonly BrowserSession[] }>("/users/me/sessions")).sessions;

export const endSession = (id: string): Promise<unknown> => send("DELETE", `/users/me/sessions/${id}`);
export const endOtherSessions = (): Promise<unknown> => send("DELETE", "/users/me/sessions");

/** When an API key was created and last used, in Unix seconds. */
export interface KeyFacts {
  readonly created: number | null;
  readonly last_used: number | null;
  readonly client: string | null;
  readonly network: string | null;
}

export const fetchKeys = async (): Promise<readonly KeyFacts[]> =>
  (await get<{ api_keys: readonly KeyFacts[] }>("/users/me/api_keys")).api_keys;

export const endKeys = (): Promise<unknown> => send("DELETE", "/users/me/api_keys");

/** Generates a new API key for the current user; the old one stops working. */
export const renewKey = async ({ password, code }: Proof): Promise<string> =>
  (
    await send<{ api_key: string }>("POST", "/users/me/api_key/regenerate", {
      password,
      ...(code !== "" && { two_factor_code: code }),
    })
  ).api_key;

export const addAlertWord = (word: string): Promise<unknown> =>
  send("POST", "/users/me/alert_words", { alert_words: [word] });

export const removeAlertWord = (word: string): Promise<unknown> =>
  send("DELETE", "/users/me/alert_words", { alert_words: [word] });

interface NewBot {
  readonly fullName: string;
  readonly shortName: string;
  readonly type: number;
  readonly payloadUrl: string;
}

export const createBot = ({ fullName, shortName, type, payloadUrl }: NewBot): Promise<unknown> =>
  send("POST", "/bots", {
    full_name: fullName,
    short_name: shortName,
    bot_type: type,
    ...(payloadUrl !== "" && { payload_url: payloadUrl }),
  });

export const fetchBotKey = async (id: number): Promise<string> =>
  (await get<{ api_key: string }>(`/bots/${id}/api_key`)).api_key;

export const renewBotKey = (id: number): Promise<unknown> => send("POST", `/bots/${id}/api_key/regenerate`);
export const deactivateBot = (id: number): Promise<unknown> => send("DELETE", `/bots/${id}`);

/** A linkifier as administrators define it. */
export interface LinkifierTerms {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string;
  readonly reverse_template: string;
  readonly alternative_url_templates: readonly string[];
}

export const addLinkifier = (terms: LinkifierTerms): Promise<unknown> =>
  send("POST", "/realm/filters", terms);

/** The server requires the pattern and the template in every update; omitted fields stay as they are. */
export const changeLinkifier = (
  id: number,
  change: Pick<LinkifierTerms, "pattern" | "url_template"> & Partial<LinkifierTerms>,
): Promise<unknown> => send("PATCH", `/realm/filters/${id}`, change);

export const removeLinkifier = (id: number): Promise<unknown> => send("DELETE", `/realm/filters/${id}`);

export const addDomain = (domain: string, subdomains: boolean): Promise<unknown> =>
  send("POST", "/realm/domains", { domain, allow_subdomains: subdomains });

export const removeDomain = (domain: string): Promise<unknown> =>
  send("DELETE", `/realm/domains/${encodeURIComponent(domain)}`);

export const addEmoji = (name: string, file: File): Promise<unknown> =>
  send("POST", `/realm/emoji/${encodeURIComponent(name)}`, withFile(file));

export const removeEmoji = (name: string): Promise<unknown> =>
  send("DELETE", `/realm/emoji/${encodeURIComponent(name)}`);

export const changeRole = ({ user_id }: User, role: number): Promise<unknown> =>
  send("PATCH", `/users/${user_id}`, { role });

export const deactivateUser = (id: number): Promise<unknown> => send("DELETE", `/users/${id}`);
export const reactivateUser = (id: number): Promise<unknown> => send("POST", `/users/${id}/reactivate`);

/** An invitation, for one address or as a link. */
export interface OpenInvitation {
  readonly id: number;
  readonly invited_by_user_id: number;
  /** Unix seconds. */
  readonly invited: number;
  readonly expiry_date: number | null;
  readonly invited_as: number;
  readonly is_multiuse: boolean;
  readonly email?: string;
  readonly link_url?: string;
}

export const fetchInvitations = async (): Promise<readonly OpenInvitation[]> =>
  (await get<{ invites: readonly OpenInvitation[] }>("/invites")).invites;

export const revokeInvitation = ({ id, is_multiuse }: OpenInvitation): Promise<unknown> =>
  send("DELETE", is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`);

export const resendInvitation = (id: number): Promise<unknown> => send("POST", `/invites/${id}/resend`);
