import { get, send } from "./http";
import type { AuditEntry } from "./settings";

/** A profile field as administrators define it. */
export interface FieldTerms {
  readonly name: string;
  readonly hint: string;
  /** Options by their values, or an external account. */
  readonly data: object;
  readonly isRequired: boolean;
  readonly isOnCard: boolean;
  readonly isForUsers: boolean;
}

const onTheWire = ({ name, hint, data, isRequired, isOnCard, isForUsers }: FieldTerms): object => ({
  name,
  hint,
  field_data: data,
  required: isRequired,
  display_in_profile_summary: isOnCard,
  editable_by_user: isForUsers,
});

export const addProfileField = (type: number, terms: FieldTerms): Promise<unknown> =>
  send("POST", "/realm/profile_fields", { field_type: type, ...onTheWire(terms) });

/** Sends only the fields that differ, so that simultaneous changes by others survive. */
export const changeProfileField = (id: number, before: FieldTerms, after: FieldTerms): Promise<unknown> => {
  const was = new Map(Object.entries(onTheWire(before)));
  const changed = Object.entries(onTheWire(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name)),
  );
  return send("PATCH", `/realm/profile_fields/${id}`, Object.fromEntries(changed));
};

export const removeProfileField = (id: number): Promise<unknown> =>
  send("DELETE", `/realm/profile_fields/${id}`);

export const orderProfileFields = (order: readonly number[]): Promise<unknown> =>
  send("PATCH", "/realm/profile_fields", { order });

export const orderLinkifiers = (ids: readonly number[]): Promise<unknown> =>
  send("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: ids });

export const addPlayground = (name: string, language: string, template: string): Promise<unknown> =>
  send("POST", "/realm/playgrounds", { name, pygments_language: language, url_template: template });

export const removePlayground = (id: number): Promise<unknown> => send("DELETE", `/realm/playgrounds/${id}`);

export const changeDomain = (domain: string, subdomains: boolean): Promise<unknown> =>
  send("PATCH", `/realm/domains/${encodeURIComponent(domain)}`, { allow_subdomains: subdomains });

export const uploadLogo = (file: File, isForNight: boolean): Promise<unknown> => {
  const form = new FormData();
  form.append("file", file);
  form.append("night", String(isForNight));
  return send("POST", "/realm/logo", form);
};

export const removeLogo = (isForNight: boolean): Promise<unknown> =>
  send("DELETE", "/realm/logo", { night: isForNight });

export const addDefaultChannel = (id: number): Promise<unknown> =>
  send("POST", "/default_streams", { stream_id: id });

export const removeDefaultChannel = (id: number): Promise<unknown> =>
  send("DELETE", "/default_streams", { stream_id: id });

export const addChannelGroup = (
  name: string,
  description: string,
  channels: readonly string[],
): Promise<unknown> =>
  send("POST", "/default_stream_groups/create", { group_name: name, description, stream_names: channels });

/** Sends only the named fields, so that simultaneous changes by others survive. */
export const changeChannelGroup = (
  id: number,
  { name, description }: { readonly name?: string; readonly description?: string },
): Promise<unknown> =>
  send("PATCH", `/default_stream_groups/${id}`, {
    new_group_name: name?.trim(),
    new_description: description?.trim(),
  });

export const changeGroupChannels = (
  id: number,
  op: "add" | "remove",
  channels: readonly string[],
): Promise<unknown> => send("PATCH", `/default_stream_groups/${id}/streams`, { op, stream_names: channels });

export const removeChannelGroup = (id: number): Promise<unknown> =>
  send("DELETE", `/default_stream_groups/${id}`);

/** A filter for the audit log. Times are Unix seconds. */
export interface AuditFilter {
  readonly actorId: number | undefined;
  readonly kinds: readonly string[] | undefined;
  /** The user, channel or other object that was changed. */
  readonly target: AuditEntry["target"] | undefined;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly found_oldest: boolean;
}

const pageSize = 50;

/** Entries of the audit log, newest first, optionally older than a known one. */
export const fetchAuditLog = (filter: AuditFilter, olderThan: number | undefined): Promise<AuditPage> =>
  get("/realm/audit_log", {
    actor_id: filter.actorId,
    kinds: filter.kinds,
    target: filter.target,
    since: filter.since,
    until: filter.until,
    before_id: olderThan,
    limit: pageSize,
  });

export const fetchExports = async (): Promise<readonly object[]> =>
  (await get<{ exports: readonly object[] }>("/export/realm")).exports;

export interface ExportConsent {
  readonly user_id: number;
  readonly consented: boolean;
}

export const fetchConsents = async (): Promise<readonly ExportConsent[]> =>
  (await get<{ export_consents: readonly ExportConsent[] }>("/export/realm/consents")).export_consents;

export const deactivateOrganization = (): Promise<unknown> => send("POST", "/realm/deactivate");

/** Sends the current user the welcome message that new members get. */
export const tryWelcome = (text: string): Promise<unknown> =>
  send("POST", "/realm/test_welcome_bot_custom_message", { welcome_message_custom_text: text });
