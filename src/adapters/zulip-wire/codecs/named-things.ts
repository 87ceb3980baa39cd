/** Kinds of things a request may name that may be hidden from the caller. */
export type NamedKind =
  | "user"
  | "channel"
  | "message"
  | "file"
  | "invitation"
  | "session"
  | "draft"
  | "snippet"
  | "scheduled message"
  | "reminder";
/** What identifies the thing. */
export type By = "id" | "name" | "address";

/** A way a parameter names something. */
export interface Naming {
  readonly kind: NamedKind;
  readonly by: By;
  /** Writes the parameter's text that names the thing with this id, name or address. */
  readonly write: (value: string | number) => string;
}
