/** What a setting holds, on the wire. */
export type SettingValue = string | number | boolean | null;

/** A setting as the server declares it: what it holds, who may change it, and what it is at first. */
export interface Setting {
  /** The wire's. */
  readonly name: string;
  /**
   * A limit is a number or none at all; a group is who holds a permission; a sentence is a choice that is read in full;
   * a retention is a limit that may be left to the organization.
   */
  readonly kind:
    | "switch"
    | "choice"
    | "number"
    | "limit"
    | "text"
    | "channel"
    | "group"
    | "sentence"
    | "folder"
    | "retention";
  /** Of a group: the system groups that will do, where those are few. */
  readonly choices?: readonly (string | number)[];
  readonly least?: number;
  readonly most?: number;
  readonly fallback: SettingValue;
  /** Whether owners alone may change it. */
  readonly forOwners?: true;
  /** Whether the organization has no default of its own for it. */
  readonly hasNoDefault?: true;
  /** Whether guests can't hold the permission. */
  readonly membersOnly?: true;
  /** Whether somebody must hold the permission. */
  readonly notNobody?: true;
  /** Whether no other groups than those of roles will do. */
  readonly onlySystemGroups?: true;
  /** Its name in the audit log, where that is another. */
  readonly audited?: string;
}

/** The words of a setting: its label, or that with what it means, and what each of its choices is called. */
export type SettingWords =
  | string
  | {
      readonly label: string;
      readonly hint?: string;
      readonly choices?: Readonly<Record<string | number, string>>;
      /** What a number counts, and how many of the wire's make one. */
      readonly unit?: readonly [name: string, size: number];
    };

/** Groups of settings, by their titles. */
export type SettingGroups = Readonly<Record<string, Readonly<Record<string, SettingWords>>>>;
