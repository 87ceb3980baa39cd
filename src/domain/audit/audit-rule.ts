import type { EventOf } from "../event-family";
import type { RealmState } from "../realm-state";
import type { AuditActor, AuditKind, AuditRecord, AuditTarget } from "./audit-entry";

/** Why events of a type leave nothing in the audit log. */
export type Unaudited = { readonly unaudited: string };

const unaudited = (why: string): Unaudited => ({ unaudited: why });

/** What users do with their own things, which gives nobody more rights. */
export const ownAffair = unaudited("It concerns nobody but the user");
/** What is said, which isn't the audit log's business, and which the conversation itself tells of. */
export const conversation = unaudited("It is conversation");
/** What always comes with an event that is audited. */
export const consequence = unaudited("It follows from an event that is audited");
/** What the server does by itself. */
export const housekeeping = unaudited("The server does it by itself");

/** What a rule knows besides the event. */
export interface AuditStep {
  /** The realm just before the event. */
  readonly before: RealmState;
  readonly actor: AuditActor;
}

/** What an event of a type leaves in the audit log. */
export type AuditRule<Event> = Unaudited | ((event: Event, step: AuditStep) => readonly AuditRecord[]);

/** A rule for each type of a family's events: the compiler asks for all. */
export type AuditRules<Family extends { readonly type: string }> = {
  readonly [Type in Family["type"]]: AuditRule<EventOf<Family, Type>>;
};

/** A record of which only the fact matters, or what came of it. */
export const record = (
  kind: AuditKind,
  target: AuditTarget,
  { before = {}, after = {} }: Partial<Pick<AuditRecord, "before" | "after">> = {},
): AuditRecord => ({ kind, target, before, after });

export const aboutUser = (id: number): AuditTarget => ({ type: "user", id });
export const aboutChannel = (id: number): AuditTarget => ({ type: "channel", id });
export const aboutRealm = ({ realm }: RealmState): AuditTarget => ({ type: "realm", id: realm.id });
