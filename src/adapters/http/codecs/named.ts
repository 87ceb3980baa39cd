/** What a request may name that not everybody may know of. */
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
/** How it is named. */
export type By = "id" | "name" | "address";

/** How a parameter names something. */
export interface Naming {
  readonly kind: NamedKind;
  readonly by: By;
  /** The parameter's text for what has this id, name or address. */
  readonly write: (value: string | number) => string;
}
