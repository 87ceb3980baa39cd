import type { EventOf } from "../events/event-family";
import type { ChannelId, UserId } from "../ids";
import type { RealmState } from "../state/realm-state";
import type { AuditActor, AuditKind, AuditRecord, AuditTarget } from "./audit-entry";

/** Why events of a type are not audited. */
export type Unaudited = { readonly unaudited: string };

const unaudited = (why: string): Unaudited => ({ unaudited: why });

/** Users managing their own data, which changes nobody's rights. */
export const personalMatter = unaudited("It concerns nobody but the user");
/** Conversation, which is visible where it takes place. */
export const conversation = unaudited("It is conversation");
/** Events that always accompany an audited one. */
export const consequence = unaudited("It follows from an event that is audited");
/** Events that record a change of secrets. */
export const besideSecrets = unaudited("Each kind of secret has a rule of its own");
/** Events the server causes by itself. */
export const housekeeping = unaudited("The server does it by itself");

/** Context of an event. */
export interface AuditStep {
  /** The state just before the event. */
  readonly before: RealmState;
  readonly actor: AuditActor;
}

/** How events of a type are audited. */
export type AuditRule<Event> = Unaudited | ((event: Event, step: AuditStep) => readonly AuditRecord[]);

/** A rule for each event type of a family. */
export type AuditRules<Family extends { readonly type: string }> = {
  readonly [Type in Family["type"]]: AuditRule<EventOf<Family, Type>>;
};

/** An audit record; without values, it states only the fact. */
export const record = (
  kind: AuditKind,
  target: AuditTarget,
  { before = {}, after = {} }: Partial<Pick<AuditRecord, "before" | "after">> = {},
): AuditRecord => ({ kind, target, before, after });

export const aboutUser = (id: UserId): AuditTarget => ({ type: "user", id });
export const aboutChannel = (id: ChannelId): AuditTarget => ({ type: "channel", id });
export const aboutRealm = ({ realm }: RealmState): AuditTarget => ({ type: "realm", id: realm.id });
