/** The type of a setting's value in the API. */
export type SettingValue = string | number | boolean | null;

/** A setting as the server declares it: its type, who can change it, and its default. */
export interface Setting {
  /** The API's name. */
  readonly name: string;
  /**
   * A limit is a number or none; a group is who has a permission; a sentence is a choice with a full sentence for each
   * option; a retention is a limit that can also follow the organization.
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
  /** For groups: the role groups that are allowed, if not all are. */
  readonly choices?: readonly (string | number)[];
  readonly least?: number;
  readonly most?: number;
  readonly fallback: SettingValue;
  /** Whether only owners can change it. */
  readonly forOwners?: true;
  /** Whether the organization has no default for it. */
  readonly hasNoDefault?: true;
  /** Whether guests can't have the permission. */
  readonly membersOnly?: true;
  /** Whether somebody must have the permission. */
  readonly notNobody?: true;
  /** Whether only role groups are allowed. */
  readonly onlySystemGroups?: true;
  /** Its name in the audit log, if different. */
  readonly audited?: string;
}
